// Finds items by the titles of their references: items of a company match its current name.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { quote, valueExpression } from '#server/content/fields/field-expression.ts'
import { arePublic } from '#server/content/fields/public-states.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import { matchesWords } from './search-matches.ts'

/** Ids of what is referred to, with their titles. */
export type Referred = readonly { readonly id: string; readonly title: string }[]

/** A name that so many have in common, such as 示例, is no name to look for. */
const MAX_TARGETS = 20

type Searched = Pick<ContentType, 'name' | 'fields'>

export function referringFields({ fields }: Searched): Field[] {
  return fields.filter(
    ({ type, search, visible }) => type === 'ref' && search !== undefined && visible === undefined,
  )
}

/** Returns the referenceable items of the types whose title matches the words; `known` are all types. */
export async function loadReferred(
  db: Kysely<Schema>,
  known: readonly ContentType[],
  types: readonly Searched[],
  words: string,
): Promise<Referred> {
  const names = new Set(types.flatMap((type) => referringFields(type).flatMap(({ ref }) => ref ?? [])))
  const isPublic = arePublic(known.filter(({ name }) => names.has(name)))
  if (names.size === 0) return []
  // Titles are what has the first weight, and short names.
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from item where ${sql.raw(isPublic)} and ${matchesWords(words)} and ts_filter(search, '{a}') @@ (select ${words}::tsquery)
    limit ${sql.lit(MAX_TARGETS + 1)}`.execute(db)
  return rows.length > MAX_TARGETS ? [] : rows
}

/** Condition that an item matches the words, or refers to one of the items `ids`. */
export function matchesOrRefers(
  words: string,
  types: readonly ContentType[],
  ids: readonly string[],
): RawBuilder<unknown> {
  const refers = types.flatMap((type) =>
    referringFields(type).map(
      (field) =>
        sql`(type = ${sql.raw(quote(type.name))} and ${sql.raw(valueExpression(type, field) ?? 'null')} = any(${ids}::text[]))`,
    ),
  )
  if (ids.length === 0 || refers.length === 0) return matchesWords(words)
  return sql`(${sql.join([matchesWords(words), ...refers], sql` or `)})`
}
