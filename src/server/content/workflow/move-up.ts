// Gives free places to the items that wait for them (`limits.capacity.waiting`), the one that waits longest first.
import { sql } from 'kysely'
import type { WriteScope } from '#server/content/action.ts'
import { type Family, placesFreed } from '#server/content/events.ts'
import { loadRow } from '#server/content/items/item-row.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { countPlaces } from '#server/content/write/capacity.ts'
import { settle, transact } from '#server/content/write/write.ts'
import type { AuditEntry, Services } from '#server/platform/call.ts'
import { violatedConstraint } from '#server/platform/database/violated-constraint.ts'
import { Failure } from '#shared/calls/errors.ts'
import { endOf } from '#shared/lifecycles/lifecycle.ts'
import { isOpenTo } from '#shared/lifecycles/transition-policies.ts'
import { move } from './move.ts'

export function subscribeMoveUp({ events }: Pick<Services, 'events'>): void {
  events.on(placesFreed, async (_transaction, { scope, services, families, entries }) => {
    for (const family of families) entries.push(...(await moveUp(scope, services, family)))
  })
}

/** Of all parents, for places that no call has made free: by another configuration, or before the program started. */
export async function moveUpAll(services: Services, signal?: AbortSignal): Promise<void> {
  for (const { name, limits } of services.model().contentTypes) {
    const { waiting } = limits?.capacity ?? {}
    if (!waiting) continue
    const { rows } = await sql<{ parentId: string }>`select distinct parent_id from item
      where type = ${name} and status = ${waiting.state} and parent_id is not null order by parent_id`.execute(
      services.db,
    )
    for (const { parentId } of rows) {
      if (signal?.aborted) return
      await transact(services, async (scope) => {
        await settle(scope, services, await moveUp(scope, services, { type: name, parentId }))
      })
    }
  }
}

/** Goes on until no place is free or nobody waits. Returns an entry for the audit log for each that took a place. */
async function moveUp(
  scope: WriteScope,
  services: Services,
  { type, parentId }: Family,
): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  const plan = findPlan(services.model(), type)
  const capacity = plan?.type.limits?.capacity
  if (!plan || !capacity?.waiting) return entries
  const found = await countPlaces(scope.db, plan.type, capacity, parentId)
  let free = found ? (found.places ?? Number.POSITIVE_INFINITY) - found.taken : 0
  if (free <= 0) return entries
  const { rows } = await sql<{ id: string }>`select id from item
    where type = ${type} and parent_id = ${parentId} and status = ${capacity.waiting.state}
    order by coalesce(status_since, created_at), id`.execute(scope.db)
  for (const { id } of rows) {
    if (free <= 0) break
    const entry = await takePlace(
      { ...scope, plan, services, caller: null, origin: 'content.moveUp' },
      capacity.waiting.action,
      id,
    )
    if (!entry) continue
    entries.push(entry)
    free -= 1
  }
  return entries
}

/** One who may not move up now, as a condition or another limit forbids it, goes on waiting, and the next one moves up. */
async function takePlace(
  context: WriteScope & { readonly plan: TypePlan; readonly services: Services; readonly caller: null },
  action: string,
  id: string,
): Promise<AuditEntry | undefined> {
  const { db, plan } = context
  const row = await loadRow(db, plan, sql`id = ${id}`, { lock: true })
  const step = plan.type.lifecycle.transitions.find(
    (one) => one.action === action && row && isOpenTo(one, row, null),
  )
  if (!row || !step) return undefined
  await sql`savepoint moved_up`.execute(db)
  try {
    const { status } = await move(context, row, { ...step, to: endOf(step, row) })
    await sql`release savepoint moved_up`.execute(db)
    const detail = { step: step.title, from: row.status, to: status }
    return { actor: null, action: 'content.moveUp', target: id, result: 'ok', detail }
  } catch (error) {
    if (!(error instanceof Failure) && violatedConstraint(error) === undefined) throw error
    await sql`rollback to savepoint moved_up`.execute(db)
    return undefined
  }
}
