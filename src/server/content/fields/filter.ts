// Parses the filters of a list: the accepted values of each field, and their SQL condition.

import { type RawBuilder, sql } from 'kysely'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import {
  badParameter,
  type Parameters,
  readText,
  readValues,
  requireForward,
} from '#server/platform/calls/read-parameter.ts'
import { toContaining } from '#server/platform/text/match-texts.ts'
import { isListFilter } from '#shared/calls/list-parameters.ts'
import type { Comparison, Order } from '#shared/expressions/condition.ts'
import { dayAt, instantAt } from '#shared/formats/portal-time.ts'
import { trimRegionCode } from '#shared/formats/region-codes.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Join } from '#shared/model/joined-field.ts'
import type { ListParameter } from '#shared/model/operation-model.ts'
import { perModel } from '#shared/model/per-model.ts'
import { isJoined, joinedValue, valueExpression } from './field-expression.ts'

/** Stands with the account, not with the item. */
const OWNER_NAME = 'ownerName'

/** A parsed filter: plain data, so that it can be part of a cache key. A list field passes by one of its entries. */
export type FieldFilter = { readonly field: string } & (
  | { readonly test: Pick<Comparison, 'in' | 'empty' | Order> }
  | { readonly contains: string }
)

type Kind = 'values' | 'text' | 'overlaps' | 'region' | 'number' | 'boolean' | 'day' | 'time'

const KINDS: Readonly<Partial<Record<Field['type'], Kind>>> = {
  dict: 'values',
  ref: 'values',
  'dict-list': 'overlaps',
  'ref-list': 'overlaps',
  'text-list': 'overlaps',
  region: 'region',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  date: 'day',
  'date-time': 'time',
}

export function filterKind(field: Field): Kind {
  return KINDS[field.type] ?? 'text'
}

/**
 * Parses all filters of a call; an item must match each of them. Private fields take no part, regardless of their
 * file.
 */
export function parseFilters(type: ContentType, params: Parameters, action: string): FieldFilter[] {
  const { fields, specified } = filterableOf(type)
  const own = fields.filter((field) => isListFilter(field, action))
  return [
    ...own.flatMap((field) => parseFilter(field, params, field.name) ?? []),
    ...specified.flatMap(({ name, field, match }) => parseSpecified(field, params, name, match) ?? []),
  ]
}

const filterableOf = perModel(({ fields, parameters }: ContentType) => ({
  fields: fields.filter(({ visible }) => visible === undefined),
  specified: Object.entries(parameters).flatMap(([name, { field: named, match }]) => {
    const field = fields.find((candidate) => candidate.name === named)
    return field ? [{ name, field, match }] : []
  }),
}))

/** Matches every value, so that only items without one are left out. */
const ANY = '*'

/** The fixed values of an operation, which may name any field; `status` is dealt with elsewhere. */
export function fixedFilters(type: ContentType, fixed: Parameters): FieldFilter[] {
  return type.fields.flatMap((field) => {
    if (field.name === 'status' || !Object.hasOwn(fixed, field.name)) return []
    if (fixed[field.name] === ANY) return [{ field: field.name, test: { empty: false } }]
    const filter = parseFilter(field, fixed, field.name)
    return filter ? [filter] : []
  })
}

function parseSpecified(
  field: Field,
  params: Parameters,
  name: string,
  match: ListParameter['match'],
): FieldFilter | undefined {
  if (match === 'value') return parseFilter(field, params, name)
  if (match === 'name') return parseName(field, params, name)
  const moment = readMoment(field, params, name)
  if (!moment) return undefined
  const isTime = field.type === 'date-time'
  return match === 'from'
    ? { field: field.name, test: { gte: isTime ? moment.start.toISOString() : moment.day } }
    : { field: field.name, test: { lt: isTime ? moment.end.toISOString() : nextDay(moment.day) } }
}

function parseName(field: Field, params: Parameters, name: string): FieldFilter | undefined {
  const text = readText(params, name)
  return text === undefined ? undefined : { field: field.name, contains: text }
}

function parseFilter(field: Field, params: Parameters, name: string): FieldFilter | undefined {
  if (field.name === OWNER_NAME) return parseName(field, params, name)
  switch (filterKind(field)) {
    case 'values':
    case 'overlaps': {
      const values = readValues(params, name)
      return values && { field: field.name, test: { in: values } }
    }
    case 'boolean': {
      const text = readText(params, name)
      return text === undefined
        ? undefined
        : { field: field.name, test: { in: [text === 'true' || text === '1'] } }
    }
    case 'region':
      return parseRegion(field, params, name)
    case 'number':
      return parseNumberRange(field, params)
    case 'day':
    case 'time':
      return parseTimeRange(field, params)
    default: {
      const text = readText(params, name)
      return text === undefined ? undefined : { field: field.name, test: { in: [text] } }
    }
  }
}

/** A region code contains its parts as a prefix: 44 is the province of 4403, and so is 440000. */
function parseRegion(field: Field, params: Parameters, name: string): FieldFilter | undefined {
  const written = readText(params, name)
  if (written === undefined) return undefined
  if (!/^\d{1,12}$/.test(written))
    throw badParameter(name, `${field.title}应为行政区代码，例如省级行政区代码 110000`)
  const code = trimRegionCode(written)
  return { field: field.name, test: { gte: code, lt: `${code}:` } } // ':' follows '9'
}

function parseNumberRange(field: Field, params: Parameters): FieldFilter | undefined {
  const read = (name: string): number | undefined => {
    const text = readText(params, name)
    if (text === undefined) return undefined
    const value = Number(text)
    if (!Number.isFinite(value)) throw badParameter(name, `${field.title}应为数字`)
    return value
  }
  const exact = read(field.name)
  const from = read(`${field.name}From`) ?? exact
  const to = read(`${field.name}To`) ?? exact
  requireForward(`${field.name}From`, field.title, from, to)
  return from === undefined && to === undefined
    ? undefined
    : {
        field: field.name,
        test: { ...(from === undefined ? {} : { gte: from }), ...(to === undefined ? {} : { lte: to }) },
      }
}

function parseTimeRange(field: Field, params: Parameters): FieldFilter | undefined {
  const isTime = field.type === 'date-time'
  const from = readMoment(field, params, `${field.name}From`) ?? readMoment(field, params, field.name)
  const to = readMoment(field, params, `${field.name}To`) ?? readMoment(field, params, field.name)
  if (!from && !to) return undefined
  requireForward(`${field.name}From`, field.title, from?.day, to?.day)
  return {
    field: field.name,
    test: {
      ...(from ? { gte: isTime ? from.start.toISOString() : from.day } : {}),
      ...(to ? { lt: isTime ? to.end.toISOString() : nextDay(to.day) } : {}),
    },
  }
}

interface Moment {
  /** The day in the time zone of the portal. */
  readonly day: string
  readonly start: Date
  /** First instant after it. */
  readonly end: Date
}

const DAY_MS = 86_400_000

function readMoment({ title }: Field, params: Parameters, name: string): Moment | undefined {
  const text = readText(params, name)
  if (text === undefined) return undefined
  const wrong = () => badParameter(name, `${title}应为有效的日期，例如 2026-01-05`)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  if (!isDay && !/^\d{4}-\d{2}-\d{2}T[\d:.]{5,15}(Z|[+-]\d{2}:\d{2})$/.test(text)) throw wrong()
  const start = isDay ? instantAt(text) : new Date(text)
  if (Number.isNaN(start.getTime())) throw wrong()
  const day = dayAt(start)
  if (isDay && day !== text) throw wrong() // 30 February
  return { day, start, end: new Date(start.getTime() + (isDay ? DAY_MS : 1)) }
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
}

export function toCondition(
  { type, byName, publicRefs }: Pick<TypePlan, 'type' | 'byName' | 'publicRefs'>,
  filter: FieldFilter,
): RawBuilder<unknown> {
  const field = byName.get(filter.field) as Field // filters are parsed from these fields
  if (field.name === OWNER_NAME && 'contains' in filter) return isOwnedBy(filter.contains)
  if (field.join) return joinedCondition(field, field.join, filter)
  return conditionOn(field, sql.raw(valueExpression(type, field) ?? 'null'), filter, publicRefs)
}

/** Condition that the name of the owner contains the text; the accounts are read first. */
export const isOwnedBy = (text: string): RawBuilder<unknown> =>
  sql`owner_id = any(array(select account.id from account where account.name ilike ${toContaining(text)}))`

/** Those that refer to one of which it holds: found from there, by the indexes of both. */
function joinedCondition(field: Field, join: Join, filter: FieldFilter): RawBuilder<unknown> {
  const condition = conditionOn({ ...field, system: false }, sql.raw(joinedValue(field)), filter, new Map())
  return sql`(item.body->>${sql.lit(join.by)}) in (select joined.id from item joined
    where ${sql.raw(isJoined(join))} and ${condition})`
}

function conditionOn(
  field: Field,
  value: RawBuilder<unknown>,
  filter: FieldFilter,
  publicRefs: TypePlan['publicRefs'],
): RawBuilder<unknown> {
  if ('contains' in filter) return containsCondition(field, value, filter.contains, publicRefs)
  const { in: among, empty } = filter.test
  const cast = sql.raw(castOf(field))
  const texts = among?.map(String) ?? []
  return sql.join(
    [
      ...(among === undefined ? [] : [isAmong(field, value, texts)]),
      ...(empty === undefined ? [] : [sql`coalesce(${value}, '') ${sql.raw(empty ? '=' : '<>')} ''`]),
      ...Object.entries(SIGNS).flatMap(([order, sign]) => {
        const bound = filter.test[order as Order]
        return bound === undefined ? [] : [sql`${value} ${sql.raw(sign)} ${bound}${cast}`]
      }),
    ],
    sql` and `,
  )
}

const SIGNS: Readonly<Record<Order, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' }

function isAmong(field: Field, value: RawBuilder<unknown>, texts: readonly string[]): RawBuilder<unknown> {
  if (filterKind(field) === 'overlaps') return sql`${value} ?| array[${sql.join(texts)}]::text[]`
  return texts.length === 1 ? sql`${value} = ${texts[0]}` : sql`${value} in (${sql.join(texts)})`
}

/** In the text itself, or in the title of what a reference leads to, as far as everybody may read that. */
function containsCondition(
  field: Field,
  value: RawBuilder<unknown>,
  text: string,
  publicRefs: TypePlan['publicRefs'],
): RawBuilder<unknown> {
  const pattern = toContaining(text)
  if (field.ref === undefined) return sql`${value} ilike ${pattern}`
  return sql`${value} in (select named.id from item named
    where ${sql.raw(publicRefs.get(field.ref) ?? 'false')} and named.title ilike ${pattern})`
}

function castOf(field: Field): string {
  if (field.computed) return field.type === 'date' ? '::text' : '::float8'
  if (field.type === 'number' || field.type === 'integer') return field.system ? '::int' : '::numeric'
  return field.system && field.type === 'date-time' ? '::timestamptz' : '::text'
}
