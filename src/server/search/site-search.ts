// Searches all content types: returns items by relevance and freshness, and the count of each type.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { findPlan } from '#server/content/items/type-plan.ts'
import { loadMatching } from '#server/content/query/common-matches.ts'
import {
  findInterpretation,
  type QueryInterpretation,
  readLiterally,
} from '#server/content/query/query-readings.ts'
import {
  hasFound,
  loadReferred,
  type MatchesQuery,
  matchesOrRefers,
  matchesStatement,
  NEWEST,
  pageRows,
  type Referred,
  referringFields,
} from '#server/content/query/search-matches.ts'
import {
  type SearchedType,
  searchCondition,
  searchConditions,
  searchedTypes,
} from '#server/content/query/searched-types.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { toPlainCase } from '#server/platform/text/fold-text.ts'
import { lexiconOf } from '#server/platform/text/lexicon.ts'
import { cutWords, splitRuns } from '#server/platform/text/segment.ts'
import { type Paged, toPaged } from '#shared/calls/envelope.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { type CodeFacet, codeFacets } from './search-by-codes.ts'
import {
  type Begins,
  type FacetRow,
  facetCounts,
  factsOf,
  isNarrowed,
  type Narrowing,
  type SearchFacet,
  toFacets,
} from './search-facets.ts'

const SNIPPET_BEFORE = 24

const SNIPPET_LENGTH = 120

/** Only of a search that is narrowed, or asks what it can be narrowed by: counting costs. */
export interface Faceted extends Narrowing {
  readonly begins: Begins
}

export interface SiteQuery {
  readonly keyWord: string
  /** True where a misspelling is not corrected. */
  readonly exact?: boolean
  /** One content type; all where it is missing or unknown. */
  readonly type?: string
  readonly order: 'relevance' | 'newest'
  readonly faceted?: Faceted
  readonly page: number
  readonly limit: number
}

export interface SiteMatch {
  readonly id: string
  readonly type: string
  readonly typeTitle: string
  readonly title: string
  readonly snippet: string
  readonly publishedAt: string | null
  readonly viewCount: number
  readonly address: string
}

export interface SiteAnswer extends Paged<SiteMatch> {
  /** The correction of a misspelling: the results are for this text, or would be without `exact`. */
  readonly meant?: string
  readonly facets?: readonly SearchFacet[]
  /** The terms to highlight in titles and snippets. */
  readonly terms: readonly string[]
  readonly tabs: readonly { readonly type: string; readonly title: string; readonly count: number }[]
}

interface Row extends FacetRow {
  readonly counts: Readonly<Record<string, number>> | null
  readonly id: string
  readonly type: string
  readonly title: string
  readonly body: Readonly<Record<string, unknown>>
  readonly publishedAt: Date | null
  readonly viewCount: number
}

const COUNTS = sql`select jsonb_object_agg(found_type, many) as counts
  from (select found_type, count(*)::int as many from found group by 1) by_type`

export async function searchSite(db: Kysely<Schema>, model: Model, query: SiteQuery): Promise<SiteAnswer> {
  const types = searchedTypes(model)
  const lexicon = lexiconOf(model)
  const literal = readLiterally(query.keyWord, lexicon)
  if (literal === undefined || types.length === 0) return { ...toPaged([], 0, query), terms: [], tabs: [] }
  const answer = await searchInterpretation(db, model, query, literal)
  if (answer.tabs.length > 0) return answer
  const reading = await findInterpretation({ db, types, lexicon }, query.keyWord, (words) =>
    hasMatches(db, model, types, words),
  )
  if (!reading) return answer
  const meant = reading.meant === undefined ? {} : { meant: reading.meant }
  if (query.exact) return { ...answer, ...meant }
  return { ...(await searchInterpretation(db, model, query, reading)), ...meant }
}

/** Returns true where any item contains the words or refers to an item with that title. */
export async function hasMatches(
  db: Kysely<Schema>,
  model: Model,
  types: readonly SearchedType[],
  words: string,
): Promise<boolean> {
  const plain = types.map(({ type }) => type)
  const referred = await loadReferred(db, model.contentTypes, plain, words)
  const ids = referred.map(({ id }) => id)
  return hasFound(db, sql`${searchCondition(types)} and ${matchesOrRefers(words, plain, ids)}`)
}

async function searchInterpretation(
  db: Kysely<Schema>,
  model: Model,
  query: SiteQuery,
  reading: QueryInterpretation,
): Promise<SiteAnswer> {
  const { words, meant, phrases, inTitle, best } = reading
  const types = searchedTypes(model)
  const chosen = types.filter(({ type }) => type.name === query.type)
  const within = chosen.length > 0 ? chosen : types
  const referred = await loadReferred(
    db,
    model.contentTypes,
    types.map(({ type }) => type),
    words,
  )
  const facets = codeFacets(model)
  const totalOf = ({ counts }: Row): number =>
    Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0)
  const matches = toMatchesQuery(types, within, words, query, referred, facets, best)
  const rows = await loadMatching<Row>(db, matches, totalOf)
  const shown = pageRows(rows)
  const terms = toTerms(meant ?? query.keyWord, [
    ...phrases,
    ...shown.flatMap(({ title }) => inTitle(title) ?? []),
  ])
  const countOf = new Map(Object.entries(rows[0]?.counts ?? {}))
  const tabs = types
    .map(({ type }) => ({ type: type.name, title: type.title, count: countOf.get(type.name) ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
  const total = within.reduce((sum, { type }) => sum + (countOf.get(type.name) ?? 0), 0)
  return {
    ...toPaged(toSiteMatches(model, within, shown, terms, referred), total, query),
    terms,
    tabs,
    ...(query.faceted ? { facets: toFacets(rows[0] ?? {}, query.faceted, facets) } : {}),
  }
}

export const buildSearchStatement = (...parts: Parameters<typeof toMatchesQuery>): RawBuilder<unknown> =>
  matchesStatement(toMatchesQuery(...parts))

/** Counts the matches of all `types` and shows those `within`. */
function toMatchesQuery(
  types: readonly SearchedType[],
  within: readonly SearchedType[],
  words: string,
  { order, page, limit, faceted }: Pick<SiteQuery, 'order' | 'page' | 'limit' | 'faceted'>,
  referred: Referred = [],
  facets: readonly CodeFacet[] = [],
  best: readonly string[] = [],
): MatchesQuery {
  const chosen = within === types ? undefined : within.map(({ type }) => type.name)
  return {
    where: sql`${searchCondition(types)} and ${matchesOrRefers(
      words,
      types.map(({ type }) => type),
      referred.map(({ id }) => id),
    )}`,
    words,
    best,
    columns: sql`id, type, title, body, published_at, view_count`,
    counts: faceted ? facetCounts(faceted, faceted.begins, chosen, facets) : COUNTS,
    ...(faceted ? { facts: factsOf(facets), narrowed: isNarrowed(faceted, faceted.begins, facets) } : {}),
    page,
    limit,
    ...(chosen ? { types: chosen } : {}),
    ...(order === 'newest' ? { sort: NEWEST } : {}),
    ...(referred.length === 0 ? { newest: searchConditions(within) } : {}),
  }
}

/**
 * Returns the terms to highlight: the runs as typed and folded, their words, and their synonyms in texts; longest
 * first.
 */
function toTerms(keyWord: string, others: readonly string[]): string[] {
  const typed = toPlainCase(keyWord).match(/[\p{L}\p{N}]+/gu) ?? []
  const terms = splitRuns(keyWord).flatMap(({ text, isHan }) => [text, ...(isHan ? cutWords(text) : [])])
  return [...new Set([...typed, ...terms, ...others])].sort((a, b) => b.length - a.length).slice(0, 40)
}

function toSiteMatches(
  model: Model,
  types: readonly SearchedType[],
  rows: readonly Row[],
  terms: readonly string[],
  referred: Referred,
): SiteMatch[] {
  const titles = new Map(referred.map(({ id, title }) => [id, title]))
  const byName = new Map(types.map((searched) => [searched.type.name, searched]))
  return rows.flatMap(({ id, type: name, title, body, publishedAt, viewCount }) => {
    const searched = byName.get(name)
    if (!searched) return []
    const { type, address } = searched
    const shown = type.fields.filter(
      ({ name, search, visible }) => search !== undefined && visible === undefined && name !== type.heading,
    )
    return [
      {
        id,
        type: name,
        typeTitle: type.title,
        title,
        viewCount,
        snippet: toSnippet(shown, withLabels(model, type, withTitles(type, body, titles)), terms),
        publishedAt: publishedAt?.toISOString() ?? null,
        address: address + encodeURIComponent(id),
      },
    ]
  })
}

/**
 * Replaces the references of an item by the titles of their targets where these matched, and removes them otherwise.
 */
function withTitles(
  type: SearchedType['type'],
  body: Row['body'],
  titles: ReadonlyMap<string, string>,
): Row['body'] {
  const named = referringFields(type).map(({ name }) => [name, titles.get(String(body[name]))] as const)
  return named.length > 0 ? { ...body, ...Object.fromEntries(named) } : body
}

/** Codes by their names. */
function withLabels(model: Model, type: SearchedType['type'], body: Row['body']): Row['body'] {
  const coded = findPlan(model, type.name)?.coded
  if (!coded) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, coded.spell(name, value) ?? value]),
  )
}

/** Around the first of `terms`, in the field where the most of them stand; the title speaks for itself. */
function toSnippet(
  fields: readonly Field[],
  body: Readonly<Record<string, unknown>>,
  terms: readonly string[],
): string {
  const texts = fields.map(({ name }) => toPlain(body[name])).filter((text) => text !== '')
  const countIn = (text: string) => terms.filter((term) => text.toLowerCase().includes(term)).length
  const best = texts.reduce((kept, text) => (countIn(text) > countIn(kept) ? text : kept), texts[0] ?? '')
  const places = terms.map((term) => best.toLowerCase().indexOf(term)).filter((place) => place >= 0)
  return cutAround(best, Math.min(...places))
}

function cutAround(text: string, place: number): string {
  const start = place > SNIPPET_BEFORE && place !== Number.POSITIVE_INFINITY ? place - SNIPPET_BEFORE : 0
  const end = start + SNIPPET_LENGTH
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}

function toPlain(value: unknown): string {
  if (Array.isArray(value)) return value.map(toPlain).join(' ')
  if (typeof value !== 'string') return ''
  return value
    .replace(/<[^<>]{0,2000}>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}
