// Loads the list for the words as typed, or for an interpretation of them if they match nothing.
import type { ActionContext } from '#server/content/action.ts'
import { fixedFilters } from '#server/content/fields/filter.ts'
import type { ListQuery } from './list-query.ts'
import { findInterpretation } from './query-readings.ts'
import { listCondition } from './run-list.ts'
import { hasFound, loadReferred } from './search-matches.ts'
import { searchedTypes } from './searched-types.ts'

type Context = Pick<ActionContext, 'db' | 'services' | 'plan' | 'content'>

export interface Understood<T> {
  readonly answer: T
  /** The correction of a misspelling. */
  readonly meant?: string
}

/** `query` comes from `withReferred`. Words that only a filter keeps from finding anything stay as they are. */
export async function findUnderstood<T>(
  context: Context,
  query: ListQuery,
  load: (query: ListQuery) => Promise<T>,
  isEmpty: (answer: T) => boolean,
): Promise<Understood<T>> {
  const answer = await load(query)
  const { keyWord } = query
  if (keyWord === undefined || !isEmpty(answer)) return { answer }
  const { db, services, plan } = context
  const vocabulary = { db, types: searchedTypes(services.model()), lexicon: plan.lexicon }
  const reading = await findInterpretation(vocabulary, keyWord, (words) => isListed(context, query, words))
  if (!reading) return { answer }
  const meant = reading.meant === undefined ? {} : { meant: reading.meant }
  if (query.exact) return { answer, ...meant }
  const other = await load(
    await withReferred(context, { ...query, search: reading.words, best: reading.best ?? [] }),
  )
  return isEmpty(other) ? { answer } : { answer: other, ...meant }
}

/** Those that refer to what is called so are found with those that hold the words. */
export async function withReferred(
  { db, services, plan }: Pick<Context, 'db' | 'services' | 'plan'>,
  { referred: _referred, ...query }: ListQuery,
): Promise<ListQuery> {
  if (!query.search) return query
  const found = await loadReferred(db, services.model().contentTypes, [plan.type], query.search)
  const referred = found.map(({ id }) => id)
  return referred.length > 0 ? { ...query, referred } : query
}

/** Returns true if the words match an item of the list without the caller's filters. */
async function isListed(context: Context, query: ListQuery, words: string): Promise<boolean> {
  const { db, plan, content } = context
  const { parameters: _parameters, ids: _ids, ...rest } = query
  const filters = fixedFilters(plan.type, content.fixed)
  const whole = await withReferred(context, { ...rest, filters, search: words })
  return hasFound(db, listCondition(plan, whole))
}
