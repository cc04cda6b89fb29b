// Owns the SQL of whom a field of an item names, and of items in somebody's region.
import { type RawBuilder, sql } from 'kysely'
import { quote } from './field-expression.ts'

/** Ids of the account that the field names, of whoever speaks for the entry that it names, or owns it. */
export function partyMembers(row: string, field: string): string {
  const named = `${row}.body->>${quote(field)}`
  return `select a.id from account a where a.id = ${named} or a.directory_id = ${named}
    union select entry.owner_id from item entry where entry.id = ${named} and entry.owner_id is not null`
}

/** Condition on a row of `item` like `isSameRegion` on two codes. */
export function isInRegion(region: string): RawBuilder<unknown> {
  return sql`(item.region <> '' and (starts_with(item.region, ${region}) or starts_with(${region}, item.region)))`
}
