// Reads the requested parameters of a list call: ranges, choices and an order, in the unit of the category.

import type { FieldFilter } from '#server/content/fields/filter.ts'
import { parseSort, type Sort } from '#server/content/fields/sort.ts'
import {
  badParameter,
  type Parameters,
  readText,
  readValues,
  requireForward,
} from '#server/platform/calls/read-parameter.ts'
import { Failure } from '#shared/calls/errors.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { ParameterSet } from '#shared/parameters/parameter-model.ts'
import { isNumber, type ParameterPlan, parameterKey, parameterName } from './parameter-plan.ts'

/** In the unit of the asked category; plain data, as part of a cache key. */
export type ParameterFilter =
  | { readonly key: string; readonly in: readonly string[] }
  | { readonly key: string; readonly from?: number; readonly to?: number }

export interface RequestedParameters {
  /** The one category that is asked for, on any level. */
  readonly of: string
  readonly filters: readonly ParameterFilter[]
}

interface ParameterRequest {
  readonly parameters?: RequestedParameters
  /** Set where the order is by a parameter. */
  readonly sort?: Sort
}

/** Better ones first, whichever direction that is. */
const BEST = 'best:'
const MAX_NAME_LENGTH = 60

/** `filters` are those of the fields, in which the category is asked for. Throws what is to be done instead. */
export function readRequestedParameters(
  plan: ParameterPlan,
  params: Parameters,
  filters: readonly FieldFilter[],
): ParameterRequest {
  const category = findRequestedCategory(plan, filters)
  const sort = readParameterSort(plan, params, category)
  const names = Object.keys(params).filter((name) => parameterKey(plan, name) !== undefined)
  const found: ParameterFilter[] = []
  const seen = new Set<string>()
  for (const name of names) {
    const set = requireCategory(plan, category, name)
    const field = filteredBy(plan, set, name)
    if (seen.has(field.name)) continue
    seen.add(field.name)
    const filter = readFilter(plan, params, field)
    if (filter) found.push(filter)
  }
  return {
    ...(category && (found.length > 0 || sort) ? { parameters: { of: category.id, filters: found } } : {}),
    ...(sort ? { sort } : {}),
  }
}

/** The lowest of the categories that are asked for; undefined where none is, or several side by side. */
export function findRequestedCategory(
  { chooser, sets }: ParameterPlan,
  filters: readonly FieldFilter[],
): ParameterSet | undefined {
  const requested = filters.flatMap((filter) =>
    filter.field === chooser.name && 'test' in filter && filter.test.in?.length === 1
      ? filter.test.in.map(String)
      : [],
  )
  const known = requested.flatMap((id) => sets.get(id) ?? [])
  return known.reduce<ParameterSet | undefined>(
    (lowest, set) => (lowest && lowest.level >= set.level ? lowest : set),
    undefined,
  )
}

function refused(name: string, message: string): Failure {
  const path = name.slice(0, MAX_NAME_LENGTH)
  return new Failure('BAD_PARAMETER', { errors: [{ path: `/${path}`, message }] })
}

function requireCategory(
  { chooser }: ParameterPlan,
  category: ParameterSet | undefined,
  name: string,
): ParameterSet {
  if (category) return category
  throw refused(name, `请先选择一个${chooser.title}（${chooser.name}，各级类目均可），再按参数筛选或排序`)
}

function filteredBy(plan: ParameterPlan, set: ParameterSet, name: string): Field {
  const key = parameterKey(plan, name) ?? ''
  const field =
    set.fields.find((one) => one.name === key) ??
    set.fields.find((one) => isNumber(one) && [`${one.name}From`, `${one.name}To`].includes(key))
  if (field?.filter) return field
  throw refused(name, `“${set.title}”${offered(plan, set, ({ filter }) => filter, '按这个参数筛选')}`)
}

/** Describes the available alternatives. */
function offered(
  plan: ParameterPlan,
  set: ParameterSet,
  isOffered: (field: Field) => boolean,
  what: string,
): string {
  const names = set.fields
    .filter(isOffered)
    .map(
      (field) => `${parameterName(plan, field.name)}（${field.title}${field.unit ? `，${field.unit}` : ''}）`,
    )
  return names.length > 0
    ? `不能${what}，可用的有 ${names.join('、')}`
    : `的下级没有共有的参数，不能${what}；请选择更下一级的类目`
}

function readFilter(plan: ParameterPlan, params: Parameters, field: Field): ParameterFilter | undefined {
  const name = parameterName(plan, field.name)
  if (isNumber(field)) return readRange(params, field, name)
  if (field.type === 'boolean') {
    const text = readText(params, name)
    if (text === undefined) return undefined
    if (!['true', 'false', '1', '0'].includes(text))
      throw refused(name, `${field.title}应为 true（是）或 false（否）`)
    return { key: field.name, in: [String(text === 'true' || text === '1')] }
  }
  const values = readValues(params, name)
  const known = plan.choicesOf(field)
  const wrong = known && values?.find((value) => !known.includes(value))
  if (wrong !== undefined)
    throw refused(
      name,
      `${field.title}没有“${cutLetters(wrong, 40)}”这个值，可用的有 ${known?.slice(0, 40).join('、')}`,
    )
  return values && { key: field.name, in: values }
}

function readRange(params: Parameters, field: Field, name: string): ParameterFilter | undefined {
  const read = (given: string): number | undefined => {
    const text = readText(params, given)
    if (text === undefined) return undefined
    const value = Number(text)
    if (!Number.isFinite(value))
      throw refused(given, `${field.title}应为数字${field.unit ? `（单位 ${field.unit}）` : ''}`)
    return value
  }
  const exact = read(name)
  const from = read(`${name}From`) ?? exact
  const to = read(`${name}To`) ?? exact
  requireForward(`${name}From`, field.title, from, to)
  if (from === undefined && to === undefined) return undefined
  return { key: field.name, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

/** `sort=params.flow`, `sort=-params.flow`, `sort=best:params.flow`; `sortBy` alike, with `sortOrder`. */
function readParameterSort(
  plan: ParameterPlan,
  params: Parameters,
  category: ParameterSet | undefined,
): Sort | undefined {
  const name = readText(params, 'sortBy') === undefined ? 'sort' : 'sortBy'
  const requested = readText(params, name)
  if (requested === undefined) return undefined
  const isBest = requested.startsWith(BEST)
  const parsed = parseSort(isBest ? requested.slice(BEST.length) : requested)
  const key = parameterKey(plan, parsed.field)
  if (key === undefined) {
    if (isBest) throw refused(name, `只有参数能按优劣排序，例如 ${BEST}${parameterName(plan, '参数名')}`)
    return undefined
  }
  const set = requireCategory(plan, category, name)
  const field = set.fields.find((one) => one.name === key)
  if (!field?.sort || !isNumber(field))
    throw refused(name, `“${set.title}”${offered(plan, set, canSort, '按这个参数排序')}`)
  if (isBest && field.better === undefined)
    throw refused(
      name,
      `“${set.title}”的${field.title}不分优劣，请写 ${parsed.field}（由小到大）或 -${parsed.field}（由大到小）`,
    )
  const order = readText(params, 'sortOrder')
  if (order !== undefined && order !== 'asc' && order !== 'desc') throw badParameter('sortOrder')
  const usual = isBest ? field.better === 'high' : parsed.descending
  return { field: parsed.field, descending: order === undefined || isBest ? usual : order === 'desc' }
}

const canSort = (field: Field): boolean => field.sort && isNumber(field)
