// Reads the target that a call follows: an item of a followable type, a zone, or a list with its filters.

import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { parameterKey } from '#server/content/parameters/parameter-plan.ts'
import { parseListQuery } from '#server/content/query/list-query.ts'
import { findEngaged } from '#server/content/reactions/find-target.ts'
import type { Call } from '#server/platform/call.ts'
import { fieldsOf } from '#server/platform/calls/body-of.ts'
import { type Parameters, readText } from '#server/platform/calls/read-parameter.ts'
import { itemAddress } from '#shared/addresses/item-address.ts'
import { Failure } from '#shared/calls/errors.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import type { Model } from '#shared/model/model.ts'
import type { ListPage } from '#shared/model/pages/list.ts'
import type { Follow } from './who-follows.ts'

type FollowTarget = Pick<Follow, 'kind' | 'place' | 'query'> & { readonly title: string }

const MAX_QUERY = 500
/** They say which part of a list is seen, and in what order. */
const NO_FILTERS: ReadonlySet<string> = new Set([
  'page',
  'limit',
  'currentPage',
  'pageSize',
  'sort',
  'sortBy',
  'sortOrder',
  'mine',
  'received',
  'ids',
  'status',
])

const refused = (path: string, message: string) => new Failure('BAD_INPUT', { errors: [{ path, message }] })

export async function readTarget(call: Call): Promise<FollowTarget> {
  const written = fieldsOf(call)
  const model = call.services.model()
  const [zone, page] = [readText(written, 'zone'), readText(written, 'page')]
  if (zone !== undefined) return toZone(model, zone)
  if (page !== undefined) return toList(model, page, (written.filters ?? {}) as Parameters) // by the schema
  const { plan, row } = await findEngaged(call, written)
  if (!plan.type.follow) throw refused('/dataType', `${plan.type.title}不能关注`)
  return { kind: 'item', place: row.id, query: '', title: row.title }
}

function toZone({ zones }: Model, id: string): FollowTarget {
  const zone = zones.find((one) => one.id === id)
  if (!zone) throw new Failure('NOT_FOUND')
  return { kind: 'zone', place: zone.id, query: '', title: zone.title }
}

function toList(model: Model, id: string, filters: Parameters): FollowTarget {
  const page = model.pages.find((one): one is ListPage => one.kind === 'list' && one.id === id)
  const content = model.operations.find((one) => one.id === page?.source.operation)?.content
  const plan = findPlan(model, content?.type ?? '')
  if (!page?.feed || !content || !plan) throw new Failure('NOT_FOUND')
  requireFilters(model, page, plan, filters)
  const given = Object.entries(filters)
    .filter(([name, value]) => !NO_FILTERS.has(name) && typeof value === 'string' && value !== '')
    .map(([name, value]) => [name, String(value)] as [string, string])
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const listQuery = parseListQuery(plan, content, Object.fromEntries(given), null)
  if (listQuery.parameters) throw refused('/filters', '按类目参数筛选的结果不能关注，请去掉参数条件')
  const query = new URLSearchParams(given).toString()
  if (query.length > MAX_QUERY) throw refused('/filters', '筛选条件太多，请减少后再关注')
  return { kind: 'list', place: page.id, query, title: describeList(page, Object.fromEntries(given), model) }
}

/** A filter that the list does not have would find everything, or nothing for good. */
function requireFilters(model: Model, page: ListPage, plan: TypePlan, filters: Parameters): void {
  const { params } = model.operations.find((one) => one.id === page.source.operation) ?? {}
  const known = (params?.properties ?? {}) as Readonly<Record<string, unknown>>
  for (const [name, value] of Object.entries(filters)) {
    if (NO_FILTERS.has(name)) continue
    const isParameter = plan.parameters !== undefined && parameterKey(plan.parameters, name) !== undefined
    if (!Object.hasOwn(known, name) && !isParameter)
      throw refused(`/filters/${name}`, `“${page.title}”没有“${name}”这项筛选条件`)
    const items = model.dictionaries.find((one) => one.name === plan.byName.get(name)?.dict)?.items
    const unknown = items && textsOf(value).find((one) => !items.some((item) => item.value === one))
    if (unknown !== undefined)
      throw refused(`/filters/${name}`, `筛选条件“${plan.byName.get(name)?.title}”没有“${unknown}”这一项`)
  }
}

const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'string' && value !== '' ? value.split(',') : []

/** 需求对接（防汛、“水泵”）, so that its owner knows it again. */
function describeList(
  { title, filters, tabs }: ListPage,
  given: Readonly<Record<string, string>>,
  model: Model,
): string {
  const words = Object.entries(given).flatMap(([name, value]) => {
    if (name === 'keyWord') return [`“${value}”`]
    const dict = [...filters, ...(tabs ? [tabs] : [])].find((filter) => filter.name === name)?.field?.dict
    const items = model.dictionaries.find((one) => one.name === dict)?.items
    return value.split(',').map((one) => items?.find((item) => item.value === one)?.label ?? one)
  })
  return words.length > 0 ? `${title}（${cutLetters(words.join('、'), 80)}）` : title
}

/** Returns the address of the target; null where its page no longer exists. */
export function targetAddress(
  model: Model,
  { kind, place, query, type }: Omit<FollowTarget, 'title'> & { readonly type: string | null },
): string | null {
  if (kind === 'item') {
    const known = model.contentTypes.find(({ name }) => name === type)
    const address = known && itemAddress(known, model.pages)
    return address === undefined ? null : `${address}${encodeURIComponent(place)}`
  }
  const page = model.pages.find(({ id }) => id === place)
  if (!page) return null
  const path = page.path.replace(/\/:[^/]+\?$/, '')
  return query === '' ? path : `${path}?${query}`
}
