// Owns the finding of the one record that a person has of a type.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { type ItemRow, loadRow } from './item-row.ts'
import type { TypePlan } from './type-plan.ts'

export function loadOwn(
  db: Kysely<Schema>,
  plan: TypePlan,
  ownerId: string,
  options: { readonly lock?: boolean } = {},
): Promise<ItemRow | undefined> {
  return loadRow(db, plan, sql`owner_id = ${ownerId} order by created_at desc, id desc limit 1`, options)
}
