// Stores the valid rows of an import, all in one transaction or none.
import { sql } from 'kysely'
import type { TransitionContext } from '#server/content/action.ts'
import { authorOf, isVersioned } from '#server/content/items/item-versions.ts'
import { insertItem } from '#server/content/write/persist.ts'
import { hasWriteHooks } from '#server/content/write/run-hooks.ts'
import type { Body } from '#server/content/write/validate.ts'
import { settle, transact } from '#server/content/write/write.ts'
import type { AuditEntry, Call } from '#server/platform/call.ts'
import { Failure } from '#shared/calls/errors.ts'
import { isPublic } from '#shared/lifecycles/lifecycle.ts'
import { basisOf } from './import-basis.ts'
import type { ImportKind } from './import-kind.ts'
import { type ImportJob, requireJob } from './import-store.ts'
import { markExisting } from './mark-duplicates.ts'

/** The number of ids in one audit entry. */
const LOGGED = 500

/** Answers how many became items; undefined where meanwhile some were added otherwise, which its owner has to see first. */
export async function importItems(
  call: Call,
  kind: ImportKind,
  { id }: ImportJob,
): Promise<number | undefined> {
  const { services } = call
  const { plan, account, same } = kind
  const now = services.clock()
  return transact(services, async (scope) => {
    const { db, touched } = scope
    const { state, basis } = await requireJob(db, account.id, id, true)
    // Rows validated by other rules are not stored.
    if (state !== 'judged' || basis !== basisOf(kind)) return 0
    if ((await markExisting(db, { id, ownerId: account.id, plan, same })) > 0) return undefined
    const context = { ...scope, plan, services, caller: account, call, origin: 'import.confirm' }
    const ids = hasWriteHooks(context)
      ? await insertEach(context, kind, id, now)
      : await insertAll(context, kind, id, now)
    await db.deleteFrom('importRow').where('jobId', '=', id).execute()
    await db
      .updateTable('importJob')
      .set({ state: 'done', imported: ids.length, updatedAt: now })
      .where('id', '=', id)
      .execute()
    touched.add(plan.type.name)
    await settle(scope, services, toEntries(call, kind, id, ids))
    return ids.length
  })
}

interface ValidRow {
  readonly rowNo: number
  readonly item: { readonly id: string; readonly body: Body }
}

/** With hooks, which may refuse a row: then none is stored. */
async function insertEach(
  context: TransitionContext,
  kind: ImportKind,
  jobId: string,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<ValidRow>`
    select row_no, item from import_row where job_id = ${jobId} and verdict = 'right' order by place`.execute(
    context.db,
  )
  const [status, ownerId] = [statusOf(kind), kind.account.id]
  for (const { rowNo, item } of rows) {
    const added = { id: item.id, status, ownerId, body: item.body, now }
    await insertItem(context, added).catch((error: unknown) => {
      throw error instanceof Failure ? ofRow(rowNo, error) : error
    })
  }
  return rows.map(({ item }) => item.id)
}

const ofRow = (rowNo: number, { error, message, errors, data }: Failure): Failure =>
  new Failure(error, { message: `第 ${rowNo} 行：${message}`, data, ...(errors ? { errors } : {}) })

function statusOf({ plan, operation }: ImportKind): string {
  const given = operation.content?.fixed.status
  return typeof given === 'string' ? given : plan.type.lifecycle.initial
}

/** Does the same as `insertItem` for all rows in one statement; rows are stored as they were validated. */
async function insertAll(
  context: TransitionContext,
  kind: ImportKind,
  jobId: string,
  now: Date,
): Promise<string[]> {
  const { plan, account } = kind
  const { actor, origin } = authorOf(context)
  const { type } = plan
  const status = statusOf(kind)
  const published = isPublic(type.lifecycle, status) ? now : null
  const versions = sql`, version as (
      insert into item_version (item_id, number, revision, status, actor, origin, at)
      select id, 1, 1, ${status}, ${actor}, ${origin}, ${now}::timestamptz from added)`
  const { rows } = await sql<{ id: string }>`
    with added as (insert into item (id, type, status, owner_id, category, region, title, body, search,
      published_at, created_at, updated_at)
    select item->>'id', ${type.name}, ${status}, ${account.id}, item->>'category', item->>'region', item->>'title',
      item->'body', (item->>'search')::tsvector, ${published}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from import_row where job_id = ${jobId} and verdict = 'right' order by place
    returning id)${isVersioned(plan) ? versions : sql``}
    select id from added`.execute(context.db)
  return rows.map(({ id }) => id)
}

/** One for so many items as one entry names. */
function toEntries(
  { request }: Call,
  { plan, account }: ImportKind,
  target: string,
  ids: readonly string[],
): AuditEntry[] {
  const parts = Array.from({ length: Math.ceil(ids.length / LOGGED) }, (_, index) =>
    ids.slice(index * LOGGED, (index + 1) * LOGGED),
  )
  return parts.map((part) => ({
    actor: account.id,
    action: 'import.confirm',
    target,
    result: 'ok',
    address: request.address,
    requestId: request.id,
    detail: { type: plan.type.name, imported: part.length, ids: part.join(' ') },
  }))
}
