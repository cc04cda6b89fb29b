// Builds SQL for the accounts that a field of an item names, and for items in a region.
import { type RawBuilder, sql } from 'kysely'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { RoleScope } from '#shared/access/role-scope.ts'
import { quote } from './field-expression.ts'

const namedBy = (row: string, field: string): string => `${row}.body->>${quote(field)}`

/** Ids of the account that the field names, and of the speakers and the owner of the entry that it names. */
export const participantMembers = (row: string, field: string): string => membersOf(namedBy(row, field))

function membersOf(named: string): string {
  return `select a.id from account a where a.id = ${named} or a.directory_id = ${named}
    union select entry.owner_id from item entry where entry.id = ${named} and entry.owner_id is not null`
}

/** Those of the members who can act. Accounts that have left or are barred from writing execute no transition. */
export const ableMembers = (row: string, field: string): string => ableOf(namedBy(row, field))

/** The same of an item by itself. */
export const activeAssignees = (row: string): string => ableOf(`${row}.id`)

const ableOf = (named: string): string => ableAmong(membersOf(named))

const ableAmong = (members: string): string =>
  `select able.id from account able
    where able.id in (${members}) and able.status = ${quote(ACCOUNT.active)} and not able.black`

/** SQL for the missing assignee among `members`, as an object: the first of them if none can act, else null. */
export const missedAmong = (members: string): string =>
  `(select json_build_object('id', missed.id, 'name', missed.name, 'role', missed.role) from account missed
    where missed.id in (${members}) and not exists (${ableAmong(members)}) order by missed.id limit 1)`

/** Condition on a row of `item` like `isSameRegion` on two codes. */
export function isInRegion(region: string): RawBuilder<unknown> {
  return sql`(item.region <> '' and (starts_with(item.region, ${region}) or starts_with(${region}, item.region)))`
}

/** Condition on a row of `item` like `isInScope`, for a type that the scope covers. */
export function isInScopeSql({ regions, categories }: RoleScope): RawBuilder<unknown> {
  const isIn = (codes: readonly string[]) =>
    sql.join(
      codes.map((code) => sql`starts_with(item.region, ${code})`),
      sql` or `,
    )
  return sql.join(
    [
      sql`true`,
      ...(regions ? [regions.length > 0 ? sql`coalesce(${isIn(regions)}, false)` : sql`false`] : []),
      ...(categories ? [sql`item.category is not null and item.category = any(${categories}::text[])`] : []),
    ],
    sql` and `,
  )
}
