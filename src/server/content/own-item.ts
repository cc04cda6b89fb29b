// Owns the finding of the one record that a person has of a type.
import { type Kysely, sql } from 'kysely'
import { isGone } from '../../shared/lifecycle.ts'
import type { Schema } from '../database/schema.ts'
import { type ItemRow, loadRow } from './item-row.ts'
import type { TypePlan } from './type-plan.ts'

export function loadOwn(
  db: Kysely<Schema>,
  plan: TypePlan,
  ownerId: string,
  options: { readonly lock?: boolean } = {},
): Promise<ItemRow | undefined> {
  const { lifecycle } = plan.type
  const there = Object.keys(lifecycle.states).filter((state) => !isGone(lifecycle, state))
  const where = sql`owner_id = ${ownerId} and status in (${sql.join(there)})`
  return loadRow(db, plan, sql`${where} order by created_at desc, id desc limit 1`, options)
}
