// Builds the SQL condition for the items that the site search may find.
import { type RawBuilder, sql } from 'kysely'
import { arePublic } from '#server/content/fields/public-states.ts'
import type { SearchedType } from './searched-types.ts'

export function searchCondition(types: readonly SearchedType[]): RawBuilder<unknown> {
  return sql.raw(arePublic(types.map(({ type }) => type)))
}
