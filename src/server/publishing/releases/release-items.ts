// Publishes an item with a release in the name of who added it, and takes it back to its state and version before.
import { type Kysely, sql } from 'kysely'
import { deletePreviousVersion, isOpenedBy } from '#server/content/access/previous-version.ts'
import type { TransitionContext } from '#server/content/action.ts'
import { type ItemRow, loadRow } from '#server/content/items/item-row.ts'
import { isVersioned, versionBody } from '#server/content/items/item-versions.ts'
import { loadAs } from '#server/content/items/load-as.ts'
import { loadPending, storePending } from '#server/content/items/pending-change.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { CHANGE_DROPPED, logTransition } from '#server/content/write/log.ts'
import { updateItem } from '#server/content/write/persist.ts'
import { loadAccount } from '#server/identity/sessions/session-store.ts'
import type { Call, WriteScope } from '#server/platform/call.ts'
import type { ItemUndo } from '#server/platform/database/tables/release-tables.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { Failure } from '#shared/calls/errors.ts'
import { isPublic } from '#shared/lifecycles/lifecycle.ts'
import { PUBLISH_AT } from '#shared/lifecycles/schedule.ts'
import type { ReleaseItem } from './release-store.ts'

export type ReleaseCall = Pick<Call, 'services' | 'caller' | 'account' | 'request'>

/** The refusal, with the item that it is about. */
export async function naming<T>(part: ReleaseItem, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure(error.error, {
      message: `“${part.heading}”（${part.title}）：${error.errors?.[0]?.message ?? error.message}`,
      data: { itemId: part.itemId },
    })
  }
}

const COLUMNS = ['approvedRevision', 'leftRevision', 'leftStatus', 'publishedAt', 'statusSince'] as const

async function loadColumns(db: Kysely<Schema>, id: string): Promise<ItemUndo['columns']> {
  const row = await db.selectFrom('item').select(COLUMNS).where('id', '=', id).executeTakeFirstOrThrow()
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  )
}

const requirePlan = ({ services }: ReleaseCall, type: string): TypePlan => {
  const plan = findPlan(services.model(), type)
  if (!plan) throw new Failure('NOT_FOUND')
  return plan
}

/** Joins the transaction of `scope`: the same access, checks, notices and audit entries as its transition alone. */
export async function publishItem(call: ReleaseCall, scope: WriteScope, part: ReleaseItem): Promise<void> {
  const services = { ...call.services, db: scope.db }
  const plan = requirePlan(call, part.type)
  const account = await loadAccount(services, part.addedBy)
  if (!account) throw new Failure('FORBIDDEN', { message: '加入这项内容的账号已不能使用' })
  const before = await loadRow(scope.db, plan, sql`id = ${part.itemId}`, { lock: true })
  if (!before) throw new Failure('NOT_FOUND')
  const pending = await loadPending(scope.db, part.itemId)
  const columns = await loadColumns(scope.db, part.itemId)
  const engine = services.engine(
    { account, request: call.request, services },
    { within: { ...scope, isJoined: true } },
  )
  const seen = part.change === null ? { revision: part.revision } : { change: part.change }
  await engine.transition(part.type, part.itemId, part.action, seen)
  const after = await loadRow(scope.db, plan, sql`id = ${part.itemId}`)
  if (after?.status !== part.toStatus || (part.change !== null && (await loadPending(scope.db, part.itemId))))
    throw new Failure('WRONG_STATE', { message: '还须其他人办理，不能随发布计划发布' })
  const undo: ItemUndo = {
    status: before.status,
    revision: before.revision,
    columns,
    change: pending && part.change !== null ? { status: pending.status, author: pending.author } : null,
    after: { status: after.status, revision: after.revision },
  }
  await scope.db
    .updateTable('releaseItem')
    .set({ undo: JSON.stringify(undo) })
    .where('releaseId', '=', part.releaseId)
    .where('itemId', '=', part.itemId)
    .execute()
}

/** Returns the item to its state and version before the release, unless something has changed since. */
export async function returnItem(
  call: ReleaseCall,
  scope: WriteScope,
  part: ReleaseItem,
  reason: string,
): Promise<void> {
  const { undo } = part
  if (!undo) throw new Failure('WRONG_STATE')
  const { db } = scope
  const plan = requirePlan(call, part.type)
  const row = await loadRow(db, plan, sql`id = ${part.itemId}`, { lock: true })
  const pending = await loadPending(db, part.itemId)
  if (row?.status !== undo.after.status || row.revision !== undo.after.revision || pending)
    throw new Failure('STALE_REVISION', { message: '发布之后又有改动，不能撤回' })
  const context: TransitionContext = {
    ...scope,
    ...call,
    call,
    plan,
    origin: 'release.rollback',
    why: reason,
  }
  const isMoved = row.status !== undo.status
  await logTransition(context, row.id, {
    action: isMoved ? 'back:release' : CHANGE_DROPPED,
    from: row.status,
    to: undo.status,
    reason,
  })
  if (isOpenedBy(plan.type.lifecycle, row.status, undo.status)) await deletePreviousVersion(db, row.id)
  const body = await bodyBefore(context, row, undo)
  const revision = body ? row.revision + 1 : row.revision
  await updateItem(
    context,
    row,
    { ...undo.columns, status: undo.status, ...(body ? { body, revision } : {}) },
    { reason },
  )
  if (!undo.change) return
  const { status, author } = undo.change
  await storePending(db, context, {
    itemId: row.id,
    status,
    author,
    body: row.body,
    baseRevision: revision,
    revision: revision + 1,
    updatedAt: call.services.clock(),
  })
}

/** Undefined where the release has left it as it was. A time of publication that is over would publish it again. */
async function bodyBefore(
  { db, plan, services }: TransitionContext,
  row: ItemRow,
  undo: ItemUndo,
): Promise<ItemRow['body'] | undefined> {
  if (row.revision === undo.revision) return undefined
  const version = isVersioned(plan)
    ? await db
        .selectFrom('itemVersion')
        .select('number')
        .where('itemId', '=', row.id)
        .where('revision', '=', undo.revision)
        .where('isChange', '=', false)
        .orderBy('number', 'desc')
        .executeTakeFirst()
    : undefined
  if (!version)
    throw new Failure('WRONG_STATE', { message: `${plan.type.title}没有保留发布前的版本，不能撤回` })
  const body = sql`(${versionBody(sql`stored.id`, sql`${version.number}::int`)})`
  const before = (await loadAs(db, plan, row.id, body))?.body ?? row.body
  const isOver =
    !isPublic(plan.type.lifecycle, undo.status) &&
    typeof before[PUBLISH_AT] === 'string' &&
    new Date(before[PUBLISH_AT]) <= services.clock()
  return isOver ? { ...before, [PUBLISH_AT]: null } : before
}
