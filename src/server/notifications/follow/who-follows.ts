// Finds the follows of an item: by its references, its zones, and the lists that contain it.

import type { FieldFilter } from '#server/content/fields/filter.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { type ListQuery, parseListQuery } from '#server/content/query/list-query.ts'
import type { Parameters } from '#server/platform/calls/read-parameter.ts'
import { fold } from '#server/platform/text/fold-text.ts'
import { type Lexicon, PLAIN_LEXICON } from '#server/platform/text/lexicon.ts'
import { queryVariants } from '#server/platform/text/query-variants.ts'
import { evaluateCondition } from '#shared/expressions/condition.ts'
import { fillParams } from '#shared/expressions/placeholder.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import type { Source } from '#shared/model/page-model.ts'

export type FollowKind = 'item' | 'zone' | 'list'

export interface Follow {
  readonly id: string
  readonly userId: string
  readonly kind: FollowKind
  /** Id of the item, the zone or the list page. */
  readonly place: string
  /** Filters of the list as its address has them. */
  readonly query: string
  readonly mode: 'now' | 'daily'
}

export interface FollowedItem {
  readonly id: string
  readonly type: string
  readonly status: string
  readonly ownerId: string | null
  readonly title: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Returns the keys under which followers of the item are stored; only these rows need to be read. */
export function findFollowKeys(
  model: Model,
  item: Pick<FollowedItem, 'type' | 'body'>,
): Record<FollowKind, readonly string[]> {
  const type = model.contentTypes.find(({ name }) => name === item.type)
  return {
    item: type ? referredIds(model, type, item.body) : [],
    zone: model.zones.map(({ id }) => id),
    list: model.pages.flatMap((page) =>
      page.kind === 'list' && page.feed && page.contentType === item.type ? [page.id] : [],
    ),
  }
}

/** Returns those of `follows` that match the item. Pure. Owners are not notified of their own items. */
export function whoFollows(model: Model, item: FollowedItem, follows: readonly Follow[]): Follow[] {
  const places = findFollowKeys(model, item)
  const zones = new Map<string, boolean>()
  return follows.filter((follow) => {
    if (follow.userId === item.ownerId || !places[follow.kind].includes(follow.place)) return false
    if (follow.kind === 'item') return true
    if (follow.kind === 'list') return isOnList(model, item, follow)
    const known = zones.get(follow.place) ?? isInZone(model, item, follow.place)
    zones.set(follow.place, known)
    return known
  })
}

/** Returns the references that every reader of the item may see. */
function referredIds(
  { contentTypes }: Model,
  { fields }: ContentType,
  body: FollowedItem['body'],
): readonly string[] {
  const followed = new Set(contentTypes.filter(({ follow }) => follow).map(({ name }) => name))
  return fields.flatMap(({ name, ref, visible }) =>
    ref !== undefined && visible === undefined && followed.has(ref)
      ? [body[name]].flat().filter((id): id is string => typeof id === 'string' && id !== '')
      : [],
  )
}

function isOnList(model: Model, item: FollowedItem, { place, query }: Follow): boolean {
  const page = model.pages.find(({ id }) => id === place)
  if (page?.kind !== 'list') return false
  const listParams = Object.fromEntries(new URLSearchParams(query))
  return wouldList(model, item, page.source, {
    ...listParams,
    ...fillParams(page.source.params, { query: listParams }),
  })
}

/** One of the zone's sections lists it, however few of the newest it shows. */
function isInZone(model: Model, item: FollowedItem, id: string): boolean {
  const page = model.pages.find((one) => one.id === id)
  if (page?.kind !== 'zone') return false
  const zone = { category: page.category ?? null, title: page.title, path: page.path }
  return page.sections.some(
    ({ source }) => source && wouldList(model, item, source, fillParams(source.params, { zone })),
  )
}

function wouldList(model: Model, item: FollowedItem, source: Source, params: Parameters): boolean {
  const content = model.operations.find(({ id }) => id === source.operation)?.content
  const plan =
    content?.action === 'list' && content.type === item.type ? findPlan(model, item.type) : undefined
  if (!content || !plan) return false
  const { limit: _limit, page: _page, ...filters } = params
  try {
    const listQuery = parseListQuery(plan, content, filters, null)
    const words = searchableTextOf(plan.type, item)
    return isInList(listQuery, { ...item, words }, String(filters.keyWord ?? ''), plan.lexicon)
  } catch {
    // Filters that the configuration no longer knows find nothing.
    return false
  }
}

function searchableTextOf({ fields }: ContentType, { title, body }: FollowedItem): string {
  const texts = fields.flatMap(({ name, search, visible }) =>
    search && visible === undefined ? [body[name]].flat().map(String) : [],
  )
  return [title, ...texts].join('\n')
}

/** As much of an item as lists ask for. */
interface ListCandidate {
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
  if ('contains' in filter)
    return String(body[filter.field] ?? '')
      .toLowerCase()
      .includes(filter.contains.toLowerCase())
  return evaluateCondition({ [`item.${filter.field}`]: filter.test }, { item: body })
}
