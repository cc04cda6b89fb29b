// Builds the condition that texts contain the words of a query, for texts without a search index.
import { type RawBuilder, sql } from 'kysely'
import type { Lexicon } from './lexicon.ts'
import { queryVariants } from './query-variants.ts'

type Condition = RawBuilder<unknown>

/** A pattern of `ilike` for texts that hold `text`. */
export function toContaining(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * Returns the SQL condition that the columns contain the query as typed, or each of its words in any of the
 * columns. Synonyms and simplified characters count as the words themselves: “無人機” finds “无人机”, and “消防 机器人” finds
 * “消防侦察机器人”. It uses no search index.
 *
 * @example
 * const condition = textsMatch([sql`comment.body`, sql`item.title`], '消防 机器人', lexiconOf(model))
 */
export function textsMatch(columns: readonly Condition[], keyWord: string, lexicon: Lexicon): Condition {
  const inAny = (text: string) => {
    const pattern = toContaining(text)
    return sql`(${sql.join(
      columns.map((column) => sql`${column} ilike ${pattern}`),
      sql` or `,
    )})`
  }
  const variants = queryVariants(keyWord, lexicon).map((runs) => [...new Set(runs.map(({ text }) => text))])
  const readings = [[keyWord], ...variants].map((words) => sql`(${sql.join(words.map(inAny), sql` and `)})`)
  return sql`(${sql.join(readings, sql` or `)})`
}
