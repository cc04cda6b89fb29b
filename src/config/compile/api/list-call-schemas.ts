// Builds the parameter schemas of reads: selection, order and paging of a list, and selection of a count.

import {
  INFO_PARAMETERS,
  isListFilter,
  LIST_PARAMETERS,
  type ListParameterName,
} from '#shared/calls/list-parameters.ts'
import { hotSortsOf } from '#shared/content/interest-sorts.ts'
import type { ContentType, Field, FieldType } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { ListParameter } from '#shared/model/operation-model.ts'
import { parameterField } from '#shared/parameters/parameter-form.ts'
import { ID, LIMIT, object, PAGE, TEXT } from './call-schemas.ts'

/** Of whose items, and through which endpoint. */
export interface ListedType {
  readonly action: string
  /** True if the owners of the parents read the items submitted under them. */
  readonly received?: boolean
  readonly fields: readonly Field[]
  /** Of its lifecycle. */
  readonly states: readonly string[]
  readonly parameters: ContentType['parameters']
  /** True if items near a point are listed first. */
  readonly near?: boolean
  /** The values that the operation fixes; the caller cannot choose them. */
  readonly fixed: Readonly<Record<string, unknown>>
}

const NEAR = {
  type: 'string',
  title: '附近',
  description: '经度,纬度：优先列出该点附近的内容',
  maxLength: 40,
  pattern: '^-?\\d{1,3}(\\.\\d{1,12})?,-?\\d{1,2}(\\.\\d{1,12})?$',
}
const FLAG = { type: 'boolean' }
/** How a filter's value is written, where it is no free text. */
const PARAM: Readonly<Partial<Record<FieldType, JsonSchema>>> = {
  boolean: FLAG,
  region: { type: 'string', maxLength: 12, format: 'region-parameter' },
}

export const paging = { page: PAGE, currentPage: PAGE, limit: LIMIT, pageSize: LIMIT }

const NUMBERS = new Set<Field['type']>(['number', 'integer'])
const TIMES = new Set<Field['type']>(['date', 'date-time'])

/** Declared is what has an effect. */
export function listParams(given: ListedType): JsonSchema {
  const seen = fieldsSeen(given)
  const sorts = [...seen.filter(({ sort }) => sort).map(({ name }) => name), ...hotSortsOf(seen)]
  const schema = object({
    ...paging,
    sortBy: { title: '排序字段', enum: sorts },
    sortOrder: { title: '排序方向', enum: ['asc', 'desc'] },
    sort: { title: '排序', enum: sorts.flatMap((name) => [name, `-${name}`]) },
    ...choosing(given),
    ...(given.near ? { near: NEAR } : {}),
  })
  const chosen = parameterField(seen)
  return chosen ? withParameters(schema, chosen.name, sorts) : schema
}

/** Returns the parameters of a count of a list, which has neither pages nor an order. */
export function countParams(given: ListedType): JsonSchema {
  const schema = object(choosing(given))
  const chosen = parameterField(fieldsSeen(given))
  return chosen ? withMeasures(schema, chosen.name) : schema
}

const fieldsSeen = ({ fields }: ListedType): Field[] => fields.filter(({ visible }) => visible === undefined)

/**
 * Returns the parameters that select items: the fields that everybody may see and that the operation does not fix.
 */
function choosing(given: ListedType): Record<string, unknown> {
  const { action, fields, states, parameters, fixed, received } = given
  const seen = fieldsSeen(given)
  const isFixed = (name: string) => Object.hasOwn(fixed, name)
  const properties: Record<string, unknown> = {
    ...(isFixed('mine') || isFixed('received')
      ? {}
      : { mine: FLAG, ...(received ? { received: FLAG } : {}) }),
    ids: { type: 'string', maxLength: 2100 },
  }
  if (seen.some(({ search }) => search)) {
    properties.keyWord = { ...TEXT, title: '关键词', maxLength: 60 }
    properties.exact = { ...FLAG, title: '只搜索原词' }
  }
  const status = fields.find(({ name }) => name === 'status')
  if (status && !isFixed('status')) properties.status = { ...valueParam(status), enum: states }
  for (const field of seen)
    if (isListFilter(field, action) && !isFixed(field.name)) Object.assign(properties, filterParams(field))
  for (const [name, { field: named, match }] of Object.entries(parameters)) {
    const field = fields.find((candidate) => candidate.name === named)
    if (!field || isFixed(named)) continue
    properties[name] = { ...toParam(field, match), title: titleOf(name) }
  }
  return properties
}

const KEY = '[a-z][A-Za-z0-9]{0,45}'

/** Which parameters there are depends on the category that a caller asks for, so the server judges their names. */
function withMeasures(schema: JsonSchema, name: string): JsonSchema {
  const description =
    `先用类目参数选定一个类目（各级均可），再按其参数筛选与排序：${name}.参数From、${name}.参数To 为数值范围，
以该类目的单位计；${name}.参数 为可选值（多个以逗号分隔）或 true、false。排序写 ${name}.参数、-${name}.参数，
或 best:${name}.参数（按参数的优劣，优者在前）。有哪些参数见类目参数接口。`.replaceAll('\n', '')
  return {
    ...schema,
    patternProperties: { [`^${name}\\.${KEY}$`]: { ...TEXT, title: '类目参数', description: description } },
  }
}

/** The same, and lists in their order. */
function withParameters(schema: JsonSchema, name: string, sorts: readonly string[]): JsonSchema {
  const properties = schema.properties as Readonly<Record<string, JsonSchema>>
  const orders = ({ title, ...known }: JsonSchema, pattern: string, description: string) => ({
    title,
    anyOf: [
      { title, ...known },
      { title, description, type: 'string', maxLength: 60, pattern },
    ],
  })
  return {
    ...withMeasures(schema, name),
    properties: {
      ...properties,
      sort: orders(
        { title: '排序', enum: sorts.flatMap((sort) => [sort, `-${sort}`]) },
        `^(-|best:)?${name}\\.${KEY}$`,
        `${name}.参数、-${name}.参数或 best:${name}.参数`,
      ),
      sortBy: orders(
        { title: '排序字段', enum: sorts },
        `^(best:)?${name}\\.${KEY}$`,
        `${name}.参数或 best:${name}.参数`,
      ),
    },
  }
}

function filterParams(field: Field): Record<string, unknown> {
  const { name, title, type } = field
  const range = (schema: object, from: string, to: string) => ({
    [`${name}From`]: { ...schema, title: `${title}（${from}）` },
    [`${name}To`]: { ...schema, title: `${title}（${to}）` },
  })
  if (NUMBERS.has(type)) return range({ type: 'number' }, '下限', '上限')
  if (TIMES.has(type)) return range({ type: 'string', format: 'date' }, '起', '止')
  return { [name]: { ...valueParam(field), title } }
}

function toParam(field: Field, match: ListParameter['match']): JsonSchema {
  if (match === 'value') return valueParam(field)
  return match === 'name' ? TEXT : { type: 'string', format: 'date' }
}

/** One value of the field, or several of a dictionary's, which the server knows. */
function valueParam({ type, dict }: Field): JsonSchema {
  return { ...(PARAM[type] ?? TEXT), ...(dict === undefined ? {} : { 'x-dict': dict }) }
}

const titleOf = (name: string): string => LIST_PARAMETERS[name as ListParameterName] // checked when compiled

/** The specification's marks of what kind of item is meant, where the type has such a field. */
export function infoParams({ fields, parameters }: ListedType): JsonSchema {
  const has = (name: string) =>
    Object.hasOwn(parameters, name) || fields.some((field) => field.name === name && field.filter)
  const marks = INFO_PARAMETERS.filter(has).map((name) => [name, { ...TEXT, title: titleOf(name) }])
  return object({ id: ID, ...Object.fromEntries(marks) }, ['id'])
}
