// Counts and lists the words that many people search for at present.

import { type Kysely, sql } from 'kysely'
import { searchCondition, searchedTypes } from '#server/content/query/searched-types.ts'
import { isCurrent, loadSiteEntries } from '#server/content/query/site-entries.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { takeQuota } from '#server/platform/limits/quota.ts'
import { fold } from '#server/platform/text/fold-text.ts'
import { toSearchQuery } from '#server/platform/text/search-query.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { Model } from '#shared/model/model.ts'

/** A word of one person, or of one address, says nothing about what many look for. */
const MIN_SEARCHERS = 3
const DAYS = 7
const KEPT_DAYS = 30
const MAX_WORD = 20
const PER_SEARCHER = { most: 60, span: 3_600_000 }
/** The candidates read per word of the result: some words no longer occur in a public title. */
const CANDIDATES = 4
/** Words that editors recommend; they fill the list while few people have searched. */
const RECOMMENDED = DICTIONARY.recommendedWords

/**
 * Counts a word if it occurs in the title of a published item, and returns true if it does. The list is public, and
 * this prevents that anybody makes it show words that no editor approved.
 */
export async function countHotWord(
  db: Kysely<Schema>,
  {
    word,
    searcher,
    titles,
    now,
  }: {
    readonly word: string
    readonly searcher: string
    readonly titles: readonly string[]
    readonly now: Date
  },
): Promise<boolean> {
  if (word.length < 2 || word.length > MAX_WORD || !titles.some((title) => title.includes(word))) return false
  if ((await takeQuota(db, `search:${searcher}`, PER_SEARCHER, now)) > 0) return false
  await db
    .insertInto('searchWord')
    .values({ day: dayAt(now), word, searcher })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.deleteFrom('searchWord').where('day', '<', dayAt(now, KEPT_DAYS)).execute()
  return true
}

/** The words that operators have pinned, then those searched for, then the recommended ones; none that is blocked. */
export async function loadHotWords(
  db: Kysely<Schema>,
  model: Model,
  limit: number,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from search_word where day > ${dayAt(now, DAYS)}::date
    group by word having count(distinct searcher) >= ${MIN_SEARCHERS}
    order by count(distinct searcher) desc, word limit ${limit * CANDIDATES}`.execute(db)
  const chosen = (await loadSiteEntries({ db, model: () => model }, model.site.hotWords)).filter((entry) =>
    isCurrent(entry, now),
  )
  const blocked = new Set(chosen.filter(({ body }) => body.blocked === true).map(({ title }) => fold(title)))
  const pinned = chosen
    .filter(({ body }) => body.blocked !== true)
    .sort((a, b) => Number(a.body.place) - Number(b.body.place))
    .map(({ title }) => title)
  const published = await onlyPublished(db, model, [...pinned, ...rows.map(({ word }) => word)])
  const recommended = model.dictionaries.find(({ name }) => name === RECOMMENDED)?.items ?? []
  const words = [...published, ...recommended.map(({ label }) => label)]
  return [...new Set(words)].filter((word) => !blocked.has(fold(word))).slice(0, limit)
}

/** Returns the words that still occur in the title of a public item; the words of offline items disappear. */
async function onlyPublished(db: Kysely<Schema>, model: Model, words: readonly string[]): Promise<string[]> {
  const types = searchedTypes(model)
  const queries = words.flatMap((word) => {
    const query = toSearchQuery(word)
    return query === undefined ? [] : [{ word, query }]
  })
  if (queries.length === 0 || types.length === 0) return []
  const found = queries.map(
    ({ word, query }) => sql`(select ${word}::text as word where exists (select from item
      where ${searchCondition(types)} and search @@ ${query}::tsquery and position(${word}::text in title) > 0))`,
  )
  const { rows } = await sql<{ word: string }>`${sql.join(found, sql` union all `)}`.execute(db)
  const published = new Set(rows.map(({ word }) => word))
  return words.filter((word) => published.has(word))
}
