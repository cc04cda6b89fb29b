// Decides for a single item if a list contains it, with the result of the list's SQL.
import type { FieldFilter } from '#server/content/fields/filter.ts'
import type { ListQuery } from '#server/content/query/list-query.ts'
import { fold } from '#server/platform/text/fold-text.ts'
import { type Lexicon, PLAIN_LEXICON } from '#server/platform/text/lexicon.ts'
import { queryVariants } from '#server/platform/text/query-variants.ts'

/** As much of an item as lists ask for. */
export interface ListCandidate {
  readonly status: string
  readonly title: string
  readonly body: Readonly<Record<string, unknown>>
  /** Texts that are searched, joined. */
  readonly words: string
}

/** `keyWord` as it was typed; every word of it, or of what means the same, must be there. What is asked of category parameters is not known here. */
export function isInList(
  { statuses, filters, parameters }: Pick<ListQuery, 'statuses' | 'filters' | 'parameters'>,
  item: ListCandidate,
  keyWord = '',
  lexicon: Lexicon = PLAIN_LEXICON,
): boolean {
  if (parameters || !statuses.includes(item.status)) return false
  return matchesKeyword(item.words, keyWord, lexicon) && filters.every((filter) => passes(filter, item.body))
}

function matchesKeyword(words: string, keyWord: string, lexicon: Lexicon): boolean {
  const text = fold(words)
  const variants = queryVariants(keyWord, lexicon)
  return keyWord.trim() === '' || variants.some((runs) => runs.every((run) => text.includes(run.text)))
}

function passes(filter: FieldFilter, body: ListCandidate['body']): boolean {
  const value = body[filter.field]
  if ('overlaps' in filter)
    return Array.isArray(value) && value.some((one) => filter.overlaps.includes(String(one)))
  if (value === null || value === undefined || value === '') return false
  if ('in' in filter) return filter.in.includes(String(value))
  if ('given' in filter) return true
  if ('contains' in filter) return String(value).toLowerCase().includes(filter.contains.toLowerCase())
  const { from, to, below } = filter
  return (
    (from === undefined || compare(value, from) >= 0) &&
    (to === undefined || compare(value, to) <= 0) &&
    (below === undefined || compare(value, below) < 0)
  )
}

function compare(value: unknown, limit: string | number): number {
  if (typeof limit === 'number') return Number(value) - limit
  const text = String(value)
  return text < limit ? -1 : text > limit ? 1 : 0
}
