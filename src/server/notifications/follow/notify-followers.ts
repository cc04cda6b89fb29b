// Notifies followers of new public items: at once by a notice, or in the daily digest.
import { type Kysely, sql } from 'kysely'
import { formatNotice } from '#server/content/items/format-notice.ts'
import { type ItemRow, loadRow } from '#server/content/items/item-row.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { findReadersAmong } from '#server/content/workflow/receivers.ts'
import { writeNotices } from '#server/notifications/write-notices.ts'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { every, type Task } from '#server/platform/scheduler/task.ts'
import { isPublic } from '#shared/lifecycles/lifecycle.ts'
import type { Model } from '#shared/model/model.ts'
import type { SystemEvent } from '#shared/model/notice-events.ts'
import { type Follow, type FollowedItem, findFollowKeys, whoFollows } from './who-follows.ts'

const BATCH_SIZE = 50
const EVENT: SystemEvent = 'follow.new'

/** Dequeued items and written notices commit together, so that each item is notified once. */
export const notifyFollowersTask: Task = {
  name: 'follows.tell',
  next: every(5_000),
  run: async ({ services }) => {
    for (;;) {
      const count = await services.db
        .transaction()
        .execute((transaction) => notifyBatch(transaction, services))
      if (count < BATCH_SIZE) return
    }
  },
}

async function notifyBatch(transaction: Kysely<Schema>, services: Services): Promise<number> {
  const { rows } = await sql<{ itemId: string }>`
    delete from fresh_item where item_id in (
      select item_id from fresh_item order by at, item_id limit ${BATCH_SIZE} for update skip locked)
    returning item_id`.execute(transaction)
  for (const { itemId } of rows) {
    const fresh = await loadPublic(transaction, services, itemId)
    if (fresh) await notifyFollowersOf(transaction, services, fresh)
  }
  return rows.length
}

interface Fresh {
  readonly plan: TypePlan
  readonly row: ItemRow
}

/** Undefined where it is not public any more. */
export async function loadPublic(
  db: Kysely<Schema>,
  { model }: Pick<Services, 'model'>,
  itemId: string,
): Promise<Fresh | undefined> {
  const named = await db.selectFrom('item').select('type').where('id', '=', itemId).executeTakeFirst()
  const plan = named && findPlan(model(), named.type)
  const row = plan && (await loadRow(db, plan, sql`id = ${itemId}`))
  return row && isPublic(plan.type.lifecycle, row.status) ? { plan, row } : undefined
}

async function notifyFollowersOf(
  transaction: Kysely<Schema>,
  services: Services,
  { plan, row }: Fresh,
): Promise<void> {
  const model = services.model()
  const template = model.notices.find(({ on }) => on === EVENT)
  const followers = await loadFollowers(transaction, model, row)
  if (!template || followers.size === 0) return
  const subject = { plan, row, actor: row.ownerId }
  const people = await findReadersAmong(transaction, model, subject, [...followers.keys()])
  const ids = (mode: string) => people.flatMap(({ id }) => (followers.get(id) === mode ? [id] : []))
  const [now, daily] = [ids('now'), ids('daily')]
  if (now.length > 0) {
    const spelled = formatNotice(model, template, { plan, row }, { type: plan.type.title })
    const item = { id: row.id, type: row.type }
    await writeNotices(transaction, services, { template, spelled, cause: `${EVENT}:${row.id}`, item }, now)
  }
  if (daily.length > 0)
    await transaction
      .insertInto('followDigest')
      .values(daily.map((userId) => ({ userId, itemId: row.id, at: services.clock() })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/**
 * Returns the accounts that follow the item, each once; `now` is true where one of the account's follows asks for
 * immediate notices. Call it for an item that has just become public.
 */
export async function loadFollowers(
  db: Kysely<Schema>,
  model: Model,
  item: FollowedItem,
): Promise<ReadonlyMap<string, Follow['mode']>> {
  const places = findFollowKeys(model, item)
  const named = (Object.keys(places) as Follow['kind'][]).flatMap((kind) =>
    places[kind].length === 0 ? [] : [sql`(kind = ${kind} and place in (${sql.join(places[kind])}))`],
  )
  if (named.length === 0) return new Map()
  const { rows } = await sql<Follow>`select id, user_id, kind, place, query, mode from follow
    where ${sql.join(named, sql` or `)}`.execute(db)
  const followers = new Map<string, Follow['mode']>()
  for (const { userId, mode } of whoFollows(model, item, rows))
    if (followers.get(userId) !== 'now') followers.set(userId, mode)
  return followers
}
