// Loads a person's only record of a type, or the record with a number.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { quote } from '#server/content/fields/field-expression.ts'
import { type ItemRow, loadRow, RECEIPT_KEY } from '#server/content/items/item-row.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import { type Parameters, readText } from '#server/platform/calls/read-parameter.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { presentStates } from '#shared/lifecycles/lifecycle.ts'

const NEWEST = sql`order by created_at desc, id desc limit 1`

/** Those in which it is there, or the one that is meant. */
function statesFor({ type: { lifecycle } }: TypePlan, only: string | undefined): string[] {
  return presentStates(lifecycle).filter((state) => only === undefined || state === only)
}

export function loadOwn(
  db: Kysely<Schema>,
  plan: TypePlan,
  ownerId: string,
  options: { readonly lock?: boolean; readonly id?: string; readonly only?: string } = {},
): Promise<ItemRow | undefined> {
  const there = statesFor(plan, options.only)
  const one = options.id === undefined ? sql`` : sql`and id = ${options.id}`
  return loadRow(
    db,
    plan,
    sql`owner_id = ${ownerId} ${one} and status in (${sql.join(there)}) ${NEWEST}`,
    options,
  )
}

/** The condition of what a call names by its id, its receipt number or by `fields`; undefined where it names nothing. */
export function toNumbered(params: Parameters, fields: readonly string[]): RawBuilder<unknown> | undefined {
  const conditions = [['receiptNo', RECEIPT_KEY], ...fields.map((field) => [field, field])].flatMap(
    ([name, key]) => {
      const text = readText(params, String(name))
      return text === undefined ? [] : [sql`body->>${sql.raw(quote(String(key)))} = ${text}`]
    },
  )
  const id = readText(params, 'id')
  const all = id === undefined ? conditions : [sql`id = ${id}`, ...conditions]
  return all.length === 0 ? undefined : sql.join(all, sql` and `)
}

/**
 * Loads the newest record with the number, if it is the person's own or in one of the readable `states`. People write
 * these numbers, so two records may have the same one.
 */
export function loadNumbered(
  db: Kysely<Schema>,
  plan: TypePlan,
  {
    where,
    states,
    ownerId,
    only,
  }: { where: RawBuilder<unknown>; states: readonly string[]; ownerId: string; only?: string },
): Promise<ItemRow | undefined> {
  const there = statesFor(plan, only)
  const readable = states.length > 0 ? sql`or status in (${sql.join(states)})` : sql``
  return loadRow(
    db,
    plan,
    sql`${where} and status in (${sql.join(there)})
    and (owner_id = ${ownerId} ${readable}) ${NEWEST}`,
  )
}
