// Owns the documentation of what the content engine answers, action by action.
import type { ContentCall, ContentType, Field, JsonSchema, Operation } from '../../shared/content-model.ts'
import type { Model } from '../../shared/model.ts'

const TEXT = { type: 'string' }
const COUNT = { type: 'integer', minimum: 0 }
const DONE: JsonSchema = { type: 'object', properties: { id: TEXT, status: TEXT, revision: COUNT } }
const LIKED: JsonSchema = { type: 'object', properties: { liked: { type: 'boolean' }, likeCount: COUNT } }

function object(properties: Readonly<Record<string, unknown>>): JsonSchema {
  return { type: 'object', properties }
}

export function toPaged(items: JsonSchema): JsonSchema {
  const counts = {
    totalCount: COUNT,
    pageSize: COUNT,
    totalPage: COUNT,
    currPage: { type: 'integer', minimum: 1 },
  }
  return object({ list: { type: 'array', items }, ...counts })
}

/** Nothing is ever left out of an item, so an absent value is null. */
function orNull(field: Field): JsonSchema {
  return { title: field.title, anyOf: [field.schema, { type: 'null' }] }
}

export function toItem(type: ContentType): JsonSchema {
  return {
    title: type.title,
    ...object(Object.fromEntries(type.fields.map((field) => [field.name, orNull(field)]))),
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

const GROUP = object({
  field: TEXT,
  title: TEXT,
  items: { type: 'array', items: object({ value: TEXT, label: TEXT, count: COUNT }) },
})

const NUMBER_OR_NULL = { type: ['number', 'null'] }
const DIMENSION = object({
  field: TEXT,
  title: TEXT,
  unit: { type: ['string', 'null'] },
  value: NUMBER_OR_NULL,
  score: { ...NUMBER_OR_NULL, minimum: 0, maximum: 100 },
})

const NEIGHBOUR = { anyOf: [object({ id: TEXT, title: TEXT }), { type: 'null' }] }

type Describe = (item: JsonSchema) => JsonSchema

const BY_ACTION: Readonly<Partial<Record<ContentCall['action'], Describe>>> = {
  list: toPaged,
  manage: toPaged,
  info: (item) => item,
  own: (item) => ({ anyOf: [item, { type: 'null' }] }),
  tree: (item) => ({ ...item, description: '另有 children，为下级内容' }),
  related: (item) => ({ type: 'array', items: item }),
  ancestors: (item) => ({ type: 'array', items: item, description: '从最上级到本条' }),
  neighbours: () => object({ previous: NEIGHBOUR, next: NEIGHBOUR }),
  statistic: () => object({ totalCount: COUNT, groups: { type: 'array', items: GROUP } }),
  portrait: () =>
    object({
      id: TEXT,
      title: TEXT,
      dimensions: { type: 'array', items: DIMENSION },
      rank: COUNT,
      total: COUNT,
    }),
  add: () => object({ id: TEXT, receiptNo: TEXT, status: TEXT, revision: COUNT }),
  save: () => object({ id: TEXT, receiptNo: TEXT, status: TEXT, revision: COUNT }),
  checkSubmitted: () => object({ submitted: { type: 'boolean' }, id: TEXT, receiptNo: TEXT, status: TEXT }),
  commentList: () => toPaged(COMMENT),
  like: () => LIKED,
  commentLike: () => LIKED,
  checkLike: () => LIKED,
}

/** The type's item stands once in the components and is referred to. */
export function toContentResult(model: Model, { content, result }: Operation): JsonSchema {
  if (result) return result
  if (!content || !model.contentTypes.some(({ name }) => name === content.type)) return {}
  const whole = { $ref: `#/components/schemas/${content.type}` }
  const item = content.fields ? { ...whole, description: `只含 ${content.fields.join('、')}` } : whole
  return (BY_ACTION[content.action] ?? (() => DONE))(item)
}
