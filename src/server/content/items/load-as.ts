// Loads an item as it is or was with another body, and finds the fields in which two of them differ.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Caller } from '#shared/access/roles.ts'
import type { Field } from '#shared/model/content-model.ts'
import { type ItemRow, toUnmaskedItem } from './item-row.ts'
import type { TypePlan } from './type-plan.ts'

/** `body`: SQL in which `stored` is the item. Undefined where there is no such item. */
export async function loadAs(
  db: Kysely<Schema>,
  plan: TypePlan,
  id: string,
  body: RawBuilder<unknown>,
): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`
    select ${sql.raw(plan.infoColumns)}
    from (
      select changed.* from item stored,
        lateral jsonb_populate_record(stored, jsonb_build_object('body', ${body})) changed
      where stored.id = ${id} and stored.type = ${plan.type.name}
    ) item`.execute(db)
  return rows[0] && withHeading(plan, rows[0])
}

export function withHeading({ type }: Pick<TypePlan, 'type'>, row: ItemRow): ItemRow {
  const heading = row.body[type.heading]
  return typeof heading === 'string' && heading !== '' ? { ...row, title: heading } : row
}

/** Names of those of `fields` that differ, as far as the caller sees them. */
export function findDifferences(
  plan: TypePlan,
  fields: readonly Field[],
  [one, other]: readonly [ItemRow, ItemRow],
  caller: Caller,
): string[] {
  const [before, after] = [one, other].map((row) => toUnmaskedItem(plan, row, caller))
  return fields.flatMap(({ name }) => (differs(before?.[name], after?.[name]) ? [name] : []))
}

/** Objects come from the database with their keys in one order. */
function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) !== JSON.stringify(other ?? null)
}
