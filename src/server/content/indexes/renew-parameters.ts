// Adds items to the projection that existed before its columns.
import { type Kysely, sql } from 'kysely'
import { valueExpression } from '#server/content/fields/field-expression.ts'
import { inStates } from '#server/content/fields/public-states.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { loadProjectedSets, type ProjectedSet, projectItems } from '#server/content/parameters/project-set.ts'
import { EVERY_SET } from '#server/content/parameters/projected-columns.ts'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const BATCH = 500

/**
 * Set by set: what is done stays done when `signal` is aborted or the process ends. Returns how many items were put
 * there. Until a set is done, lists filter its items themselves.
 */
export async function renewParameters({ db, model }: Services, signal?: AbortSignal): Promise<number> {
  const { rows } = await sql<{ type: string; setId: string; no: number; isOwn: boolean }>`
    select one.type, one.set_id, one.no, every.no is not null as is_own
    from parameter_set one
    left join parameter_set every on every.type = one.type and every.set_id = ''
      and (not every.ready or exists (select 1 from parameter_slot s where s.set_no = every.no and not s.ready))
    where one.set_id <> '' and (every.no is not null or not one.ready
      or exists (select 1 from parameter_slot s where s.set_no = one.no and not s.ready))
    order by one.no`.execute(db)
  let renewed = 0
  for (const { type, setId, no } of rows) {
    const count = await renewSet(db, model(), type, setId, signal)
    if (count === undefined) return renewed
    renewed += count
    await markReady(db, no)
  }
  for (const type of new Set(rows.flatMap((row) => (row.isOwn ? [row.type] : [])))) {
    const every = await db
      .selectFrom('parameterSet')
      .select('no')
      .where('type', '=', type)
      .where('setId', '=', EVERY_SET)
      .executeTakeFirst()
    if (every) await markReady(db, every.no)
  }
  return renewed
}

/** Undefined where it was broken off. */
async function renewSet(
  db: Kysely<Schema>,
  model: ReturnType<Services['model']>,
  type: string,
  setId: string,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const plan = findPlan(model, type)
  const chooser = plan?.parameters?.chooser
  const value = plan && chooser && valueExpression(plan.type, chooser)
  if (!value) return 0 // whoever has the newer configuration sees to it
  const { rows } = await sql<{ id: string }>`select id from item
    where type = ${type} and ${sql.raw(plan.inPublic)} and ${sql.raw(value)} = ${setId}`.execute(db)
  const set = (await loadProjectedSets(db, type)).find((one) => one.setId === setId)
  for (let start = 0; set && start < rows.length; start += BATCH) {
    if (signal?.aborted) return undefined
    const ids = rows.slice(start, start + BATCH).map(({ id }) => id)
    await projectAgain(db, set, ids)
  }
  return signal?.aborted ? undefined : rows.length
}

/** Projects the items anew. They are locked, so that no newer row is replaced by an older one. */
async function projectAgain(db: Kysely<Schema>, set: ProjectedSet, ids: readonly string[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Items that have left the set in the meantime are excluded; the write that moved them projected them into the
    // new set.
    const { rows } = await sql<{ id: string }>`select id from item
      where id = any(${ids}::text[]) and ${sql.raw(inStates(set.states))} and body ->> ${sql.lit(set.chooser)} = ${set.setId}
      order by id for share`.execute(transaction)
    const same = rows.map(({ id }) => id)
    await sql`delete from parameter_value where item_id = any(${same}::text[])`.execute(transaction)
    await projectItems(transaction, set, sql`id = any(${same}::text[])`)
  })
}

async function markReady(db: Kysely<Schema>, no: number): Promise<void> {
  await db.updateTable('parameterSlot').set({ ready: true }).where('setNo', '=', no).execute()
  await db.updateTable('parameterSet').set({ ready: true }).where('no', '=', no).execute()
}
