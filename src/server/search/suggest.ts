// Finds suggestions for the search box while a user types: titles that contain the words.
import { type Kysely, sql } from 'kysely'
import { HOT } from '#server/content/fields/field-expression.ts'
import {
  findInterpretation,
  type QueryInterpretation,
  readLiterally,
} from '#server/content/query/query-readings.ts'
import { type SearchedType, searchCondition, searchedTypes } from '#server/content/query/searched-types.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { fold } from '#server/platform/text/fold-text.ts'
import { lexiconOf } from '#server/platform/text/lexicon.ts'
import type { Model } from '#shared/model/model.ts'
import { hasMatches } from './site-search.ts'

const OFFERED = 8
const LOOKED_AT = 200

export interface Suggestion {
  readonly id: string
  readonly type: string
  readonly typeTitle: string
  readonly title: string
  readonly address: string
}

/** For a slip what was meant, as the search itself does. */
export async function suggest(db: Kysely<Schema>, model: Model, keyWord: string): Promise<Suggestion[]> {
  const types = searchedTypes(model)
  const lexicon = lexiconOf(model)
  const literal = readLiterally(keyWord, lexicon)
  if (literal === undefined || types.length === 0) return []
  const offered = await suggestForInterpretation(db, types, literal)
  if (offered.length > 0) return offered
  const reading = await findInterpretation({ db, types, lexicon }, keyWord, (words) =>
    hasMatches(db, model, types, words),
  )
  return reading ? suggestForInterpretation(db, types, reading) : []
}

/** Of the newest matches, those with all words in the title, most read first. */
async function suggestForInterpretation(
  db: Kysely<Schema>,
  types: readonly SearchedType[],
  { words, inTitle }: QueryInterpretation,
): Promise<Suggestion[]> {
  const newest = sql`select * from item where ${searchCondition(types)} and search @@ ${words}::tsquery
    order by published_at desc, id desc limit ${LOOKED_AT}`
  const { rows } = await sql<{ id: string; type: string; title: string }>`
    select id, type, title from (${newest}) found order by ${sql.raw(HOT)} desc, id desc`.execute(db)
  const byName = new Map(types.map((searched) => [searched.type.name, searched]))
  const seen = new Set<string>()
  return rows
    .filter(({ title }) => {
      const plain = fold(title)
      if (seen.has(plain) || inTitle(title) === undefined) return false
      seen.add(plain)
      return true
    })
    .slice(0, OFFERED)
    .flatMap((row) => {
      const searched = byName.get(row.type)
      return searched
        ? [{ ...row, typeTitle: searched.type.title, address: searched.address + encodeURIComponent(row.id) }]
        : []
    })
}
