// Loads the readable columns of the projection for one type: those that hold all its items.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'
import { EVERY_SET } from './projected-columns.ts'

export interface SetSlots {
  /** Number of the set, stored with its items. */
  readonly no: number
  /** Column by key. */
  readonly slots: ReadonlyMap<string, string>
}

export interface Slots {
  /** By the id of sets all of whose items are there. */
  readonly sets: ReadonlyMap<string, SetSlots>
  /** Column by field that items of all sets have. */
  readonly own: ReadonlyMap<string, string>
  /** True if all columns are ready. */
  readonly isWhole: boolean
}

const slotsOf = perModel((_db: Kysely<Schema>) =>
  perModel((_model: Model) => new Map<string, Promise<Slots>>()),
)

/** Asked of the database only until all is ready. */
export function loadProjectedColumns(db: Kysely<Schema>, model: Model, type: string): Promise<Slots> {
  const types = slotsOf(db)(model)
  const found = types.get(type)
  if (found) return found
  const loading = readSlots(db, type)
  types.set(type, loading)
  const forget = () => types.delete(type)
  loading.then(({ isWhole }) => isWhole || forget(), forget)
  return loading
}

async function readSlots(db: Kysely<Schema>, type: string): Promise<Slots> {
  const { rows } = await sql<{
    no: number
    setId: string
    isReady: boolean
    slots: Readonly<Record<string, string>> | null
    areReady: boolean
  }>`select one.no, one.set_id, one.ready as is_ready,
      jsonb_object_agg(slot.key, slot.slot) filter (where slot.ready) as slots,
      coalesce(bool_and(slot.ready), true) as are_ready
    from parameter_set one left join parameter_slot slot on slot.set_no = one.no
    where one.type = ${type} group by one.no`.execute(db)
  const ready = rows.filter(({ isReady }) => isReady)
  const toMap = (slots: Readonly<Record<string, string>> | null) => new Map(Object.entries(slots ?? {}))
  const every = ready.find(({ setId }) => setId === EVERY_SET)
  return {
    sets: new Map(
      ready
        .filter(({ setId }) => setId !== EVERY_SET)
        .map(({ setId, no, slots }) => [setId, { no, slots: toMap(slots) }]),
    ),
    own: toMap(every?.slots ?? null),
    isWhole: rows.length > 0 && rows.every(({ isReady, areReady }) => isReady && areReady),
  }
}
