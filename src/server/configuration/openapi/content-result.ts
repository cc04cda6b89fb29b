// Builds the schemas of the content engine's results, action by action.

import { MEASURE_TITLES, MEASURES } from '#shared/content/statistics.ts'
import { EVERY } from '#shared/formats/periods.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Model } from '#shared/model/model.ts'
import type { ContentCall, Operation } from '#shared/model/operation-model.ts'

const TEXT = { type: 'string' }
const COUNT = { type: 'integer', minimum: 0 }
const DONE: JsonSchema = { type: 'object', properties: { id: TEXT, status: TEXT, revision: COUNT } }
const LIKED: JsonSchema = { type: 'object', properties: { liked: { type: 'boolean' }, likeCount: COUNT } }

function object(properties: Readonly<Record<string, unknown>>): JsonSchema {
  return { type: 'object', properties }
}

function pagedSchema(items: JsonSchema): JsonSchema {
  const counts = {
    totalCount: COUNT,
    pageSize: COUNT,
    totalPage: COUNT,
    currPage: { type: 'integer', minimum: 1 },
  }
  return object({ list: { type: 'array', items }, ...counts })
}

/** The field's own schema holds nothing until a category is chosen; each category says its parameters itself. */
export function toChosen({ title, parameters, schema }: Field): JsonSchema {
  if (!parameters) return schema
  const additionalProperties = { type: ['number', 'boolean', 'string'] }
  return {
    type: 'object',
    title,
    description: `由 ${parameters.by} 所选类目的参数，键为参数名`,
    additionalProperties,
  }
}

/** An item has all its fields, so an absent value is null. */
function orNull(field: Field): JsonSchema {
  return { title: field.title, anyOf: [toChosen(field), { type: 'null' }] }
}

/** Beside what refers to other items or names somebody stand their titles, null where they are not to be read. */
function toTitle({ name, title, ref, refBy, names, type }: Field): [string, JsonSchema][] {
  if (ref === undefined && refBy === undefined && names === undefined) return []
  const one = { type: ['string', 'null'] }
  const many = { type: ['array', 'null'], items: one }
  return [[`${name}Title`, { title: `${title}的名称`, ...(type.endsWith('-list') ? many : one) }]]
}

export function itemSchema(type: ContentType): JsonSchema {
  return {
    title: type.title,
    ...object({
      title: { ...TEXT, description: '在列表与页面上的名称' },
      ...Object.fromEntries(type.fields.flatMap((field) => [[field.name, orNull(field)], ...toTitle(field)])),
    }),
  }
}

const COMMENT = object({
  id: TEXT,
  content: TEXT,
  ownerId: TEXT,
  ownerName: TEXT,
  createdAt: TEXT,
  likeCount: COUNT,
})

const NUMBER_OR_NULL = { type: ['number', 'null'] }
const TEXT_OR_NULL = { type: ['string', 'null'] }

/** The summary of a number field over several items; null where no item has a value. */
const SUMMARY = {
  field: TEXT,
  count: COUNT,
  ...Object.fromEntries(
    MEASURES.map((measure) => [measure, { ...NUMBER_OR_NULL, title: MEASURE_TITLES[measure] }]),
  ),
}
const GROUP = object({
  field: TEXT,
  title: TEXT,
  every: { enum: EVERY, description: '仅在按日期或时间统计时返回，新的在前' },
  items: {
    type: 'array',
    items: object({
      value: TEXT,
      label: TEXT,
      count: COUNT,
      numbers: { type: 'array', items: object(SUMMARY), description: '仅在写明 of 时返回' },
    }),
  },
})
const NUMBERS = { type: 'array', items: object({ ...SUMMARY, title: TEXT, unit: TEXT_OR_NULL }) }

const DIMENSION = object({
  field: TEXT,
  title: TEXT,
  unit: { type: ['string', 'null'] },
  better: { enum: ['high', 'low', null] },
  value: NUMBER_OR_NULL,
  score: { ...NUMBER_OR_NULL, minimum: 0, maximum: 100 },
  min: NUMBER_OR_NULL,
  max: NUMBER_OR_NULL,
  median: NUMBER_OR_NULL,
  place: { ...NUMBER_OR_NULL, minimum: 0, maximum: 1 },
  medianPlace: { ...NUMBER_OR_NULL, minimum: 0, maximum: 1 },
})

const FACET = object({
  field: TEXT,
  title: TEXT,
  kind: { enum: ['choice', 'range'] },
  unit: TEXT_OR_NULL,
  better: { enum: ['high', 'low', null] },
  step: NUMBER_OR_NULL,
  min: NUMBER_OR_NULL,
  max: NUMBER_OR_NULL,
  items: { type: 'array', items: object({ value: TEXT, label: TEXT, count: COUNT }) },
})

const CATEGORY = object({
  id: TEXT,
  name: TEXT,
  code: TEXT,
  parentId: TEXT_OR_NULL,
  level: { type: 'integer', minimum: 1 },
  sort: COUNT,
  resourceCount: COUNT,
})

const PARAMETER = object({
  id: TEXT,
  categoryId: TEXT,
  key: TEXT,
  name: TEXT,
  unit: TEXT_OR_NULL,
  type: { enum: ['number', 'enum', 'text', 'bool'] },
  options: { type: ['array', 'null'], items: TEXT },
  min: NUMBER_OR_NULL,
  max: NUMBER_OR_NULL,
  step: NUMBER_OR_NULL,
  better: { enum: ['high', 'low', null] },
  required: { type: 'boolean' },
  searchable: { type: 'boolean' },
  sort: COUNT,
  group: TEXT_OR_NULL,
})

const NEIGHBOUR = { anyOf: [object({ id: TEXT, title: TEXT }), { type: 'null' }] }

const COMPARED = object({ id: TEXT, title: TEXT, category: TEXT, categoryTitle: TEXT })
const COMPARED_ROW = object({
  key: TEXT,
  name: TEXT,
  group: TEXT,
  unit: { type: ['string', 'null'] },
  better: { enum: ['high', 'low', null] },
  type: TEXT,
  values: { type: 'array', items: {}, description: '与 items 同序，已换算为同一单位；没有的为 null' },
  bestIndex: { type: 'array', items: COUNT },
})
const STAR = { type: ['number', 'null'], description: '1～5，半星为 0.5' }
const STARS = object({
  resourceId: TEXT,
  title: TEXT,
  dimensions: { type: 'array', items: object({ name: TEXT, star: STAR }) },
  total: STAR,
})

const STEP = object({
  action: TEXT,
  title: TEXT,
  reason: { type: 'boolean', description: '须写明理由' },
  words: { type: 'object', description: '理由的填写说明；无须填写理由时不返回' },
  note: { ...TEXT, description: '此步之后的结果；没有时不返回' },
  done: TEXT,
})

/** The actions that the reader may take and has taken; visitors get the first two, parties of the item get all. */
const FOR_READER = object({
  editable: { type: 'boolean' },
  actions: { type: 'array', items: STEP },
  relations: { type: 'array', items: TEXT },
  liked: { type: 'boolean' },
  supported: { type: 'boolean' },
  collected: { type: 'boolean' },
  receiptNo: TEXT_OR_NULL,
  barred: {
    ...TEXT_OR_NULL,
    description: '尚未提交的内容目前不能提交的原因；可以提交时为 null，无须判断时不返回',
  },
  submissionRefusals: {
    type: 'object',
    additionalProperties: TEXT,
    description: '目前不能提交的原因：按下级内容的类型，或按修改本条的接口；可以提交时不返回',
  },
  history: { type: 'array', items: { type: 'object' } },
  changeStatus: TEXT,
  change: { type: 'object', description: '待审核的修改稿' },
})

type Describe = (item: JsonSchema) => JsonSchema

const BY_ACTION: Readonly<Partial<Record<ContentCall['action'], Describe>>> = {
  list: pagedSchema,
  manage: pagedSchema,
  info: (item) => ({ allOf: [item, FOR_READER] }),
  own: (item) => ({ anyOf: [item, { type: 'null' }] }),
  tree: (item) => ({ ...item, description: '另有 children，为下级内容' }),
  related: (item) => ({ type: 'array', items: item }),
  ancestors: (item) => ({ type: 'array', items: item, description: '从最上级到本条' }),
  neighbours: () => object({ previous: NEIGHBOUR, next: NEIGHBOUR }),
  statistic: () => object({ totalCount: COUNT, numbers: NUMBERS, groups: { type: 'array', items: GROUP } }),
  portrait: () =>
    object({
      id: TEXT,
      title: TEXT,
      category: TEXT_OR_NULL,
      peers: COUNT,
      dimensions: { type: 'array', items: DIMENSION },
      rank: COUNT,
      total: COUNT,
    }),
  trend: () =>
    object({
      id: TEXT,
      title: TEXT,
      weeks: { type: 'array', items: object({ from: TEXT, views: COUNT, compares: COUNT }) },
    }),
  facets: () =>
    object({ totalCount: COUNT, category: TEXT_OR_NULL, facets: { type: 'array', items: FACET } }),
  categories: () => ({ type: 'array', items: CATEGORY }),
  parameters: () => ({ type: 'array', items: PARAMETER }),
  compare: () =>
    object({ items: { type: 'array', items: COMPARED }, rows: { type: 'array', items: COMPARED_ROW } }),
  stars: () => object({ formula: TEXT, stars: { type: 'array', items: STARS } }),
  add: () => object({ id: TEXT, receiptNo: TEXT, status: TEXT, revision: COUNT }),
  save: () => object({ id: TEXT, receiptNo: TEXT, status: TEXT, revision: COUNT }),
  checkSubmitted: () => object({ submitted: { type: 'boolean' }, id: TEXT, receiptNo: TEXT, status: TEXT }),
  bulk: () =>
    object({
      done: COUNT,
      results: {
        type: 'array',
        items: object({ id: TEXT, title: TEXT, ok: { type: 'boolean' }, status: TEXT, msg: TEXT }),
      },
    }),
  commentList: () => pagedSchema(COMMENT),
  like: () => LIKED,
  commentLike: () => LIKED,
  checkLike: () => LIKED,
}

/** Yes or no for a group of people, the value for several. */
function toRelationSchema(rules: NonNullable<ContentCall['standing']>): JsonSchema {
  const schemas = Object.entries(rules).map(([name, rule]) => [
    name,
    Array.isArray(rule) ? { type: 'boolean' } : { enum: [...Object.keys(rule), null] },
  ])
  return object({ id: TEXT_OR_NULL, ...Object.fromEntries(schemas) })
}

/** The type's item stands once in the components and is referred to. */
export function toContentResult(model: Model, { content, result }: Operation): JsonSchema {
  if (result) return result
  if (!content || !model.contentTypes.some(({ name }) => name === content.type)) return {}
  const whole = { $ref: `#/components/schemas/${content.type}` }
  const item = content.fields ? { ...whole, description: `只含 ${content.fields.join('、')}` } : whole
  if (content.fields && content.action === 'info') return item
  if (content.standing) return toRelationSchema(content.standing)
  return (BY_ACTION[content.action] ?? (() => DONE))(item)
}
