// Owns the SQL condition of what the search over the whole site may find.
import { type RawBuilder, sql } from 'kysely'
import { arePublic } from '#server/content/fields/public-states.ts'
import type { SearchedType } from './searched-types.ts'

export function whereOf(types: readonly SearchedType[]): RawBuilder<unknown> {
  return sql.raw(arePublic(types.map(({ type }) => type)))
}
