// Updates the columns of the projection to the declarations of the content types.
import { type Kysely, sql } from 'kysely'
import { inStates } from '#server/content/fields/public-states.ts'
import { liftTimeLimits } from '#server/platform/database/lift-time-limits.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'
import type { Model } from '#shared/model/model.ts'
import { buildParameterPlan } from './parameter-plan.ts'
import { assignSlots, type Slot, wantedLetters } from './projected-columns.ts'

interface SetState {
  readonly no: number
  readonly slots: readonly Slot[]
}

interface TypeNeeds {
  readonly type: string
  readonly field: string
  readonly chooser: string
  /** The states in which everybody finds an item of the type. */
  readonly states: string[]
  readonly sets: ReturnType<typeof wantedLetters>
}

/**
 * Assigns the columns. New writes fill them at once; `renewParameters` fills them for existing items, and columns are
 * not read before they are ready. Returns true if anything changed.
 */
export async function ensureProjectedColumns(db: Kysely<Schema>, model: Model): Promise<boolean> {
  const needs = model.contentTypes.flatMap((type): TypeNeeds[] => {
    const plan = buildParameterPlan(model, type)
    if (!plan) return []
    const { field, chooser } = plan
    const states = publicStates(type.lifecycle)
    return [
      { type: type.name, field: field.name, chooser: chooser.name, states, sets: wantedLetters(type, plan) },
    ]
  })
  if (await isUpToDate(db, needs)) return false
  await db.transaction().execute(async (transaction) => {
    await liftTimeLimits(transaction)
    // A concurrent writer has either committed, so that the renewal sees its item, or writes to the new columns.
    await sql`lock table item in share mode`.execute(transaction)
    await dropTypes(transaction, needs)
    for (const one of needs) await ensureType(transaction, one)
  })
  return true
}

async function isUpToDate(db: Kysely<Schema>, needs: readonly TypeNeeds[]): Promise<boolean> {
  const sources = await db.selectFrom('parameterSource').selectAll().execute()
  if (sources.length !== needs.length) return false
  for (const need of needs) {
    const { type, sets } = need
    if (!sources.some((one) => one.type === type && !isMoved(one, need))) return false
    const states = await loadSets(db, type)
    for (const [id, wanted] of sets) {
      const state = states.get(id)
      if (!state || JSON.stringify(assignSlots(wanted, state.slots)) !== JSON.stringify(state.slots))
        return false
    }
  }
  return true
}

async function dropTypes(db: Kysely<Schema>, needs: readonly TypeNeeds[]): Promise<void> {
  const names = needs.map(({ type }) => type)
  const removedSets = sql`(select no from parameter_set where type <> all(${names}::text[]))`
  await sql`delete from parameter_value where set_no in ${removedSets}`.execute(db)
  await sql`delete from parameter_slot where set_no in ${removedSets}`.execute(db)
  await sql`delete from parameter_set where type <> all(${names}::text[])`.execute(db)
  await sql`delete from parameter_source where type <> all(${names}::text[])`.execute(db)
}

/** Returns true if the columns hold other items, or other values of the items. */
function isMoved(
  source: Pick<TypeNeeds, 'field' | 'chooser' | 'states'>,
  { field, chooser, states }: TypeNeeds,
): boolean {
  return source.field !== field || source.chooser !== chooser || source.states.join() !== states.join()
}

async function ensureType(db: Kysely<Schema>, need: TypeNeeds): Promise<void> {
  const { type, field, chooser, states, sets } = need
  const before = await db
    .selectFrom('parameterSource')
    .selectAll()
    .where('type', '=', type)
    .executeTakeFirst()
  await db
    .insertInto('parameterSource')
    .values({ type, field, chooser, states })
    .onConflict((conflict) => conflict.column('type').doUpdateSet({ field, chooser, states }))
    .execute()
  const { rows } = await sql<{ none: boolean }>`select not exists (
    select 1 from item where type = ${type} and ${sql.raw(inStates(states))}) as none`.execute(db)
  const ready = rows[0]?.none === true
  if (before && isMoved(before, need)) {
    const all = sql`(select no from parameter_set where type = ${type})`
    await sql`update parameter_slot set ready = ${ready} where set_no in ${all}`.execute(db)
    await sql`update parameter_set set ready = ${ready} where type = ${type}`.execute(db)
    // The renewal puts there what is public, and does not look at what no longer is.
    if (before.states.join() !== states.join())
      await sql`delete from parameter_value where set_no in ${all}`.execute(db)
  }
  await db
    .insertInto('parameterSet')
    .values([...sets.keys()].map((setId) => ({ type, setId, ready })))
    .onConflict((conflict) => conflict.columns(['type', 'setId']).doNothing())
    .execute()
  const known = await loadSets(db, type)
  for (const [id, wanted] of sets) {
    const state = known.get(id)
    if (state) await ensureSet(db, state, assignSlots(wanted, state.slots), ready)
  }
}

async function ensureSet(
  db: Kysely<Schema>,
  { no, slots }: SetState,
  wanted: readonly Slot[],
  ready: boolean,
): Promise<void> {
  const isSame = (a: Slot) => (b: Slot) => a.key === b.key && a.slot === b.slot
  const removedKeys = slots.filter((slot) => !wanted.some(isSame(slot))).map(({ key }) => key)
  if (removedKeys.length > 0)
    await db.deleteFrom('parameterSlot').where('setNo', '=', no).where('key', 'in', removedKeys).execute()
  const added = wanted.filter((slot) => !slots.some(isSame(slot)))
  if (added.length > 0)
    await db
      .insertInto('parameterSlot')
      .values(added.map((slot) => ({ setNo: no, ...slot, ready })))
      .execute()
}

async function loadSets(db: Kysely<Schema>, type: string): Promise<Map<string, SetState>> {
  const { rows } = await sql<{ no: number; setId: string; key: string | null; slot: string | null }>`
    select one.no, one.set_id, slot.key, slot.slot
    from parameter_set one left join parameter_slot slot on slot.set_no = one.no
    where one.type = ${type} order by slot.key`.execute(db)
  const states = new Map<string, { no: number; slots: Slot[] }>()
  for (const { no, setId, key, slot } of rows) {
    const state = states.get(setId) ?? { no, slots: [] }
    if (key !== null && slot !== null) state.slots.push({ key, slot })
    states.set(setId, state)
  }
  return states
}
