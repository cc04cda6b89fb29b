// Parses a list call into plain data, which is also its cache key.

import type { Near } from '#server/content/fields/distance-order.ts'
import { type FieldFilter, fixedFilters, parseFilters } from '#server/content/fields/filter.ts'
import { DEFAULT_SORT, isSoonestFirst, parseSort, readSort, type Sort } from '#server/content/fields/sort.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import {
  type RequestedParameters,
  readRequestedParameters,
} from '#server/content/parameters/requested-parameters.ts'
import {
  type Parameters,
  readFlag,
  readPaging,
  readText,
  readValues,
} from '#server/platform/calls/read-parameter.ts'
import { toBestQueries, toSearchQuery } from '#server/platform/text/search-query.ts'
import type { Fact } from '#shared/access/facts.ts'
import { decideFor, isAllowed, member } from '#shared/access/policy.ts'
import { type Audience, type Caller, isInAudience, withWholeRoles } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Predicate } from '#shared/expressions/condition.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import { readPolicy } from '#shared/lifecycles/item-policies.ts'
import { isOpen, isPublic, publicStates, statesWhere } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { ContentCall } from '#shared/model/operation-model.ts'

export interface ListQuery {
  readonly page: number
  readonly limit: number
  readonly statuses: readonly string[]
  /** Set where an item counts as being in these states with the change that waits beside it, too. */
  readonly withChanges?: boolean
  /** Set where only own items are asked for, or allowed. */
  readonly owner?: string
  /** Set if only children of this person's items are requested. */
  readonly parentOwner?: string
  /** Set where the right to read differs from row to row; null for a visitor. */
  readonly reader?: Caller
  /** Set where the caller may list only some items of the type: those of the scopes of assigned roles. */
  readonly within?: Predicate<Fact>
  readonly filters: readonly FieldFilter[]
  /** The requested parameters and their category. */
  readonly parameters?: RequestedParameters
  readonly ids?: readonly string[]
  /** tsquery in its text form; null when the words cannot match anything. */
  readonly search?: string | null
  /** Parts of it that count more. */
  readonly best?: readonly string[]
  /** As it was typed. */
  readonly keyWord?: string
  /** Words that may also be the number of an item, or in the name of its owner: in the console. */
  readonly named?: string
  /** True if misspellings are not corrected. */
  readonly exact?: boolean
  /** Ids of items whose title matches the words; items that refer to them match as well. */
  readonly referred?: readonly string[]
  /** Undefined for the best match first. */
  readonly sort?: Sort
  /** Ids of the most searched or most compared items in that order, if the list is sorted by it. */
  readonly searched?: readonly string[]
  /** Set where what is over by then comes after what is not: a whole minute, so that answers can be shared. */
  readonly now?: string
  /** Set where what is near a point comes first. */
  readonly near?: Near
  /** Set where what is computed depends on it, so that no answer outlives it. */
  readonly day?: string
}

export function parseListQuery(
  plan: TypePlan,
  content: ContentCall,
  params: Parameters,
  caller: Caller,
  access: readonly Audience[] = [],
): ListQuery {
  const { type } = plan
  const listParams = { ...params, ...content.fixed }
  const mine = readFlag(listParams, 'mine') === true
  const received = readFlag(listParams, 'received') === true
  if ((mine || received) && caller === null) throw new Failure('SIGN_IN_REQUIRED')
  const keyWord = readText(params, 'keyWord')
  const ids = readValues(params, 'ids')
  const fixed = fixedFilters(type, content.fixed)
  const fixedNames = new Set(fixed.map(({ field }) => field))
  const requested = parseFilters(type, params, content.action).filter(({ field }) => !fixedNames.has(field))
  const given = [...fixed, ...requested]
  const { parameters, sort: sortByParameter } = plan.parameters
    ? readRequestedParameters(plan.parameters, params, given)
    : {}
  const fallback = content.sort ? parseSort(content.sort) : DEFAULT_SORT
  const sort =
    sortByParameter ?? readSort(type, params, fallback) ?? (keyWord === undefined ? fallback : undefined)
  const filters = given.map((filter) => withDescendantCategories(plan, filter))
  return {
    ...readPaging(params),
    ...(plan.relations.areScoped && !mine
      ? scopeByRow(plan, content, params, caller, received)
      : scopeOf(plan, content, params, caller, mine)),
    ...(caller?.assigned && !mine ? limitToRoles(plan, caller, access) : {}),
    filters,
    ...(parameters ? { parameters } : {}),
    ...(ids ? { ids } : {}),
    ...(keyWord === undefined
      ? {}
      : {
          search: toSearchQuery(keyWord, plan.lexicon) ?? null,
          keyWord,
          best: toBestQueries(keyWord, plan.lexicon),
          ...(content.action === 'manage' ? { named: keyWord } : {}),
        }),
    ...(readFlag(params, 'exact') ? { exact: true } : {}),
    ...(sort ? { sort } : {}),
    ...(sort && isSoonestFirst(type, params, sort)
      ? { now: new Date(wholeMinute(Date.now())).toISOString() }
      : {}),
    ...(plan.changesDaily ? { day: dayAt(Date.now()) } : {}),
  }
}

const MINUTE_MS = 60_000
export const wholeMinute = (moment: number): number => moment - (moment % MINUTE_MS)

/** Replaces an ancestor category by its descendants on the field's own level. */
function withDescendantCategories({ below }: TypePlan, filter: FieldFilter): FieldFilter {
  const categories = below.get(filter.field)
  if (!categories || !('test' in filter) || !filter.test.in) return filter
  const values = filter.test.in.map(String).flatMap((value) => categories.get(value) ?? [value])
  return { ...filter, test: { in: [...new Set(values)] } }
}

/**
 * Determines the states and the owner of the listed items. Lists for everybody hold public items; the console and the
 * caller's own list hold all states. A requested or fixed state is the only one: it lists the items of all owners if
 * the caller may read them, else the caller's own items. Only the console lists deleted items (`gone`). A type
 * without public states lists all readable items for its operators, and their own items for all others.
 */
function scopeOf(
  { type }: TypePlan,
  content: ContentCall,
  params: Parameters,
  caller: Caller,
  mine: boolean,
): Pick<ListQuery, 'statuses' | 'owner' | 'withChanges'> {
  const fixed = typeof content.fixed.status === 'string' ? content.fixed.status : undefined
  const wanted = fixed ?? readText(params, 'status')
  const isConsole = content.action === 'manage'
  const { lifecycle } = type
  const reader = withWholeRoles(caller, type.name)
  const readable = (ownerId: string | null): string[] =>
    listedStates(type, wanted, isConsole).filter((status) =>
      isAllowed(readPolicy(type), ownerId === null ? reader : caller, { type: type.name, status, ownerId }),
    )
  if (mine && caller) return { owner: caller.id, statuses: readable(caller.id), withChanges: true }
  const open = readable(null)
  if (isConsole) return { statuses: open, withChanges: true }
  if (wanted === undefined && publicStates(lifecycle).length > 0)
    return { statuses: open.filter((state) => isPublic(lifecycle, state)) }
  if (open.length > 0 || caller === null) return { statuses: open }
  return { owner: caller.id, statuses: readable(caller.id) }
}

/** What the caller reads and lists by assigned roles is decided for each row. */
function limitToRoles(
  { type }: TypePlan,
  caller: Caller,
  access: readonly Audience[],
): Pick<ListQuery, 'reader' | 'within'> {
  const within = decideFor(member(access), caller, { type: type.name, vacancy: type.lifecycle.vacancy })
  return { reader: caller, ...(typeof within === 'boolean' ? {} : { within }) }
}

/**
 * Determines the scope for rows whose read access depends on the owner's disclosure or on the caller's part in the
 * item.
 */
function scopeByRow(
  { type }: TypePlan,
  content: ContentCall,
  params: Parameters,
  caller: Caller,
  received: boolean,
): Pick<ListQuery, 'statuses' | 'reader' | 'parentOwner'> {
  const { lifecycle } = type
  const wanted = typeof content.fixed.status === 'string' ? content.fixed.status : readText(params, 'status')
  const isConsole = content.action === 'manage'
  const countsAll =
    content.action === 'statistic' && readsAll(type, caller, listedStates(type, undefined, false))
  const statuses = listedStates(type, wanted, isConsole)
  // No parent filter is required if all requested states are open to everybody.
  const areOpen = !type.disclosure && statuses.every((state) => isOpen(lifecycle, state))
  if (!isConsole && !received && !countsAll && !areOpen) requireNarrow(type, params)
  // A visitor stands in no relation to a row, so the state alone decides, and the stored counts hold.
  if (caller === null && !type.disclosure)
    return {
      statuses: statuses.filter((state) =>
        isInAudience(null, lifecycle.states[state]?.readers ?? ['anyone']),
      ),
    }
  // Nor for whom every requested state is open.
  if (isConsole && !received && readsAll(type, caller, statuses)) return { statuses }
  return { statuses, reader: caller, ...(received && caller ? { parentOwner: caller.id } : {}) }
}

/** Deleted items are listed only by the console, and only if it asks for their state. */
const listedStates = ({ lifecycle }: ContentType, wanted: string | undefined, isConsole: boolean): string[] =>
  statesWhere(lifecycle, ({ gone }) => !gone || (isConsole && wanted !== undefined)).filter(
    (state) => wanted === undefined || wanted === state,
  )

/** Returns true if read access to items in these states does not depend on the row. */
const readsAll = (type: ContentType, caller: Caller, statuses: readonly string[]): boolean =>
  statuses.every((status) => isAllowed(readPolicy(type), caller, { status, ownerId: null }))

/**
 * Requires a filter by parent, because read access depends on it. Without the filter, the parent of every row of the
 * type would be checked.
 */
function requireNarrow({ parent, fields, title }: ContentType, params: Parameters): void {
  if (parent === undefined || [parent, 'ids', 'keyWord'].some((name) => params[name] !== undefined)) return
  const what = fields.find(({ name }) => name === parent)?.title ?? '上级内容'
  const message = `请指明${what}；查看自己提交的${title}请注明只看本人的，查看收到的请注明只看收到的`
  throw new Failure('BAD_PARAMETER', { errors: [{ path: `/${parent}`, message }] })
}
