// Owns the reading of a list call into plain data, which also is its key in the cache.

import type { ContentCall } from '../../shared/content-model.ts'
import { Failure } from '../../shared/errors.ts'
import type { Lifecycle } from '../../shared/lifecycle.ts'
import { type Asker, isInAudience } from '../../shared/roles.ts'
import { toSearchQuery } from '../search/search-query.ts'
import { type Filter, fixedFilters, parseFilters } from './filter.ts'
import { type Parameters, readFlag, readInteger, readText, readValues } from './read-parameter.ts'
import { DEFAULT_SORT, parseSort, readSort, type Sort } from './sort.ts'
import type { TypePlan } from './type-plan.ts'

const PUBLIC_STATE = 'online'
export const MAX_PAGE_SIZE = 50
const MAX_PAGE = 1_000_000

export interface ListQuery {
  readonly page: number
  readonly limit: number
  readonly statuses: readonly string[]
  /** Set where only own items are asked for, or allowed. */
  readonly owner?: string
  readonly filters: readonly Filter[]
  readonly ids?: readonly string[]
  /** tsquery in its text form; null when the words cannot match anything. */
  readonly search?: string | null
  /** Undefined stands for the best match first. */
  readonly sort?: Sort
}

export function parseListQuery(
  plan: TypePlan,
  content: ContentCall,
  params: Parameters,
  asker: Asker,
): ListQuery {
  const { type } = plan
  const mine = readFlag(params, 'mine') === true
  if (mine && asker === null) throw new Failure('SIGN_IN_REQUIRED')
  const keyWord = readText(params, 'keyWord')
  const ids = readValues(params, 'ids')
  const fallback = content.sort ? parseSort(content.sort) : DEFAULT_SORT
  const sort = readSort(type, params, fallback) ?? (keyWord === undefined ? fallback : undefined)
  const fixed = fixedFilters(type, content.fixed)
  const fixedNames = new Set(fixed.map(({ field }) => field))
  const filters = [...fixed, ...parseFilters(type, params).filter(({ field }) => !fixedNames.has(field))]
  return {
    ...readPaging(params),
    ...scopeOf(type.lifecycle, content, params, asker, mine),
    filters,
    ...(ids ? { ids } : {}),
    ...(keyWord === undefined ? {} : { search: toSearchQuery(keyWord) ?? null }),
    ...(sort ? { sort } : {}),
  }
}

export function readPaging(params: Parameters): { readonly page: number; readonly limit: number } {
  const read = (names: readonly string[], max: number): number | undefined =>
    names.map((name) => readInteger(params, name, { min: 1, max })).find((value) => value !== undefined)
  return {
    page: read(['page', 'currentPage'], MAX_PAGE) ?? 1,
    limit: read(['limit', 'pageSize'], MAX_PAGE_SIZE) ?? 10,
  }
}

/**
 * Everybody's list holds what is online. Another state is for those who may read it whoever owns it;
 * with `mine`, and for others, only the asker's own items in states that owners read.
 */
function scopeOf(
  lifecycle: Lifecycle,
  content: ContentCall,
  params: Parameters,
  asker: Asker,
  mine: boolean,
): Pick<ListQuery, 'statuses' | 'owner'> {
  const readable = (owner: string | null): string[] =>
    Object.entries(lifecycle.states).flatMap(([state, { readers }]) =>
      state !== 'deleted' && (readers === undefined || isInAudience(asker, readers, owner)) ? [state] : [],
    )
  const fixed = typeof content.fixed.status === 'string' ? content.fixed.status : undefined
  const wanted = fixed ?? readText(params, 'status')
  if (mine && asker) {
    const own = readable(asker.id)
    return { owner: asker.id, statuses: wanted === undefined ? own : own.filter((state) => state === wanted) }
  }
  if (content.action === 'manage' && wanted === undefined) return { statuses: readable(null) }
  if (wanted === undefined || !Object.hasOwn(lifecycle.states, wanted)) return publicScope(readable(null))
  if (readable(null).includes(wanted)) return { statuses: [wanted] }
  if (fixed === undefined) return publicScope(readable(null))
  const own = asker ? readable(asker.id).filter((state) => state === fixed) : []
  return { statuses: own, ...(asker ? { owner: asker.id } : {}) }
}

function publicScope(readable: readonly string[]): Pick<ListQuery, 'statuses'> {
  return { statuses: readable.filter((state) => state === PUBLIC_STATE) }
}
