// Announces places that a write has made free, at its end: who waits for one takes it in the same transaction.
import { sql } from 'kysely'
import type { WriteScope } from '#server/content/action.ts'
import { placesFreed } from '#server/content/events.ts'
import { FREED } from '#server/content/fields/limit-sql.ts'
import type { AuditEntry, Services } from '#server/platform/call.ts'
import { parentTypeOf } from '#shared/model/item-limits.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'

/** The types whose items leave places, and those that say how many there are. */
const freeingTypes = perModel(
  ({ contentTypes }: Model): ReadonlySet<string> =>
    new Set(
      contentTypes.flatMap((type) =>
        type.limits?.capacity?.waiting ? [type.name, parentTypeOf(type) ?? ''] : [],
      ),
    ),
)

/**
 * The database notes what becomes free, by whatever way. Asks it only where the types can do so. Returns the entries for
 * the audit log about those who took a place.
 */
export async function announceFreePlaces(scope: WriteScope, services: Services): Promise<AuditEntry[]> {
  const { db, touched } = scope
  const freeing = freeingTypes(services.model())
  if (![...touched].some((name) => freeing.has(name))) return []
  const entries: AuditEntry[] = []
  // Who takes a place may leave another one.
  for (;;) {
    const { rows } = await sql<{
      freed: string | null
    }>`select current_setting(${FREED}, true) as freed`.execute(db)
    const lines = rows[0]?.freed?.split('\n') ?? []
    const families = [...new Set(lines)]
      .filter((line) => line !== '')
      .sort()
      .map(toFamily)
    if (families.length === 0) return entries
    await sql`select set_config(${FREED}, '', true)`.execute(db)
    await services.events.emit(placesFreed, db, { scope, services, families, entries })
  }
}

function toFamily(line: string): { readonly type: string; readonly parentId: string } {
  const end = line.indexOf('/')
  return { type: line.slice(0, end), parentId: line.slice(end + 1) }
}
