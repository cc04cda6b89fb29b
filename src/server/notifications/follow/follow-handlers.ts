// Handles the calls with which a person follows enterprises, topics, zones and lists, in private.
import { type RawBuilder, sql } from 'kysely'
import { isOpenOrOwn } from '#server/content/query/readable-titles.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { fieldsOf } from '#server/platform/calls/body-of.ts'
import { readPage } from '#server/platform/calls/read-page.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { Failure } from '#shared/calls/errors.ts'
import { readTarget, targetAddress } from './follow-target.ts'
import type { FollowKind } from './who-follows.ts'

const MAX_FOLLOWS = 200

interface Row {
  readonly id: string
  readonly kind: FollowKind
  readonly place: string
  readonly query: string
  readonly title: string
  readonly type: string | null
  readonly mode: string
  readonly createdAt: Date
}

function listFollows(call: Call): Promise<Paged<unknown>> {
  const { params, services } = call
  const person = requireSignedIn(call.caller)
  const kind = readText(params, 'kind')
  const model = services.model()
  return readPage(
    call,
    {
      // An item that is no longer public keeps the title under which it was followed.
      columns: sql`follow.id, follow.kind, follow.place, follow.query,
        coalesce(case when ${isOpenOrOwn(model, person)} then item.title end, follow.title) as title,
        item.type, follow.mode, follow.created_at`,
      from: sql`from follow left join item on follow.kind = 'item' and item.id = follow.place
        where follow.user_id = ${person.id} ${kind === undefined ? sql`` : sql`and follow.kind = ${kind}`}`,
      order: sql`follow.created_at desc, follow.id desc`,
    },
    (row: Row) => ({
      id: row.id,
      title: row.title,
      kind: row.kind,
      mode: row.mode,
      address: targetAddress(model, row),
      createdAt: row.createdAt.toISOString(),
    }),
  )
}

/** Following again changes only the way of notification. */
async function addFollow(call: Call): Promise<unknown> {
  const { services } = call
  const userId = requireSignedIn(call.caller).id
  const { title, ...target } = await readTarget(call)
  const mode = readText(fieldsOf(call), 'mode')
  return services.db.transaction().execute(async (transaction) => {
    await sql`select id from account where id = ${userId} for update`.execute(transaction)
    const { total } = await transaction
      .selectFrom('follow')
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    const same = await transaction
      .selectFrom('follow')
      .select(['id', 'mode'])
      .where((eb) => eb.and({ userId, ...target }))
      .executeTakeFirst()
    if (!same && Number(total) >= MAX_FOLLOWS)
      throw new Failure('BAD_INPUT', { message: `最多关注 ${MAX_FOLLOWS} 项，请先取消不再需要的关注` })
    const createdAt = services.clock()
    const row = { id: same?.id ?? newId(createdAt), mode: mode ?? same?.mode ?? 'now' }
    if (same)
      await transaction.updateTable('follow').set({ mode: row.mode }).where('id', '=', row.id).execute()
    else
      await transaction
        .insertInto('follow')
        .values({ ...row, ...target, userId, title, createdAt })
        .execute()
    return { ...row, title, followed: true }
  })
}

/** By the number of the follow, or by the item that is followed. */
async function removeFollow(call: Call): Promise<unknown> {
  const userId = requireSignedIn(call.caller).id
  const [id, dataId] = [readText(fieldsOf(call), 'id'), readText(fieldsOf(call), 'dataId')]
  if (id === undefined && dataId === undefined)
    throw new Failure('BAD_INPUT', { errors: [{ path: '/id', message: '请写明要取消的关注' }] })
  const which: RawBuilder<unknown> =
    id === undefined ? sql`kind = 'item' and place = ${dataId ?? ''}` : sql`id = ${id}`
  const { rows } = await sql<{ id: string }>`delete from follow where user_id = ${userId} and ${which}
    returning id`.execute(call.services.db)
  if (rows.length === 0) throw new Failure('NOT_FOUND')
  return { followed: false }
}

async function changeMode(call: Call): Promise<unknown> {
  const userId = requireSignedIn(call.caller).id
  const [id, mode] = [readText(fieldsOf(call), 'id') ?? '', readText(fieldsOf(call), 'mode') ?? 'now']
  const { numUpdatedRows } = await call.services.db
    .updateTable('follow')
    .set({ mode })
    .where((eb) => eb.and({ userId, id }))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Failure('NOT_FOUND')
  return { id, mode }
}

export const followHandlers: Handlers = {
  'follow.list': listFollows,
  'follow.add': addFollow,
  'follow.remove': removeFollow,
  'follow.mode': changeMode,
}
