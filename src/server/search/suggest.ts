// Owns what the search box offers while somebody types: titles that hold the words.
import { type Kysely, sql } from 'kysely'
import type { Model } from '../../shared/model.ts'
import { HOT } from '../content/field-expression.ts'
import type { Schema } from '../database/schema.ts'
import { whereOf } from './found-types.ts'
import { toSearchQuery } from './search-query.ts'
import { searchedTypes } from './searched-types.ts'
import { splitRuns } from './segment.ts'

const OFFERED = 8
const LOOKED_AT = 200

export interface Suggestion {
  readonly id: string
  readonly type: string
  readonly typeTitle: string
  readonly title: string
  readonly address: string
}

/** Of the newest matches, those with all words in the title, most read first. */
export async function suggest(db: Kysely<Schema>, model: Model, keyWord: string): Promise<Suggestion[]> {
  const types = searchedTypes(model)
  const words = toSearchQuery(keyWord)
  if (words === undefined || types.length === 0) return []
  const newest = sql`select * from item where ${whereOf(types)} and search @@ ${words}::tsquery
    order by published_at desc, id desc limit ${LOOKED_AT}`
  const { rows } = await sql<{ id: string; type: string; title: string }>`
    select id, type, title from (${newest}) found order by ${sql.raw(HOT)} desc, id desc`.execute(db)
  const runs = splitRuns(keyWord).map(({ text }) => text)
  const byName = new Map(types.map((searched) => [searched.type.name, searched]))
  const seen = new Set<string>()
  return rows
    .filter(({ title }) => {
      const plain = title.normalize('NFKC').toLowerCase()
      if (seen.has(plain) || !runs.every((run) => plain.includes(run))) return false
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
