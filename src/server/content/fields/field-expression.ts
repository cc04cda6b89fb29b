// Builds the SQL expressions of stored fields, which queries and indexes share literally.

import { PINNED } from '#shared/content/pins.ts'
import type { Expression } from '#shared/expressions/expression.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Join } from '#shared/model/joined-field.ts'
import { expressionSql } from './expression-sql.ts'
import { quote } from './quote.ts'

export { quote } from './quote.ts'

/** The place of a pinned item; null for all others. */
export const PIN_PLACE = '(select pin.place from item_pin pin where pin.item_id = item.id)'

/** Columns of system fields; `ownerName` is joined and has none. */
const SYSTEM_COLUMNS: Readonly<Record<string, string>> = {
  id: 'id',
  type: 'type',
  status: 'status',
  ownerId: 'owner_id',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  publishedAt: 'published_at',
  viewCount: 'view_count',
  likeCount: 'like_count',
  supportCount: 'support_count',
  collectCount: 'collect_count',
  commentCount: 'comment_count',
  revision: 'revision',
  [PINNED]: PIN_PLACE,
}

/**
 * How hot an item is: a tenfold interest weighs as much as being 16 days newer. Time is inside the value instead of
 * a decay from now, so that it can be indexed.
 */
export const HOT = `(ln(1 + view_count + like_count * 3 + comment_count * 5)
  + extract(epoch from published_at - timestamptz '2020-01-01 00:00:00+00') / 604800)`

/** The value to compare and to sort by; undefined for a field without a column. */
export function valueExpression(type: ContentType, field: Field): string | undefined {
  if (field.join) return `(select ${joinedValue(field)} ${joinedFrom(field.join)})`
  if (field.computed) return computedValue(field, field.computed)
  if (field.system) return SYSTEM_COLUMNS[field.name]
  if (field.type === 'region') return `(${columnOf(type, field) ?? textOf(field)} collate "C")`
  return columnOf(type, field) ?? bodyExpression(field)
}

/** Fields that a type declares for fast columns are copied there by every write. */
export function columnOf(type: ContentType, field: Field): string | undefined {
  if (field.name === type.heading && field.type === 'text') return 'title'
  if (field.name === type.parent) return 'parent_id'
  if (field.name === type.category) return 'category'
  if (field.name === type.region) return 'region'
  return undefined
}

/** Days are compared as texts. */
function computedValue({ type }: Field, computed: Expression): string {
  const isNumber = type === 'number' || type === 'integer'
  const value = expressionSql(computed, isNumber ? 'number' : 'text')
  return type === 'date' ? `(${value} collate "C")` : value
}

/** The value of a joined field in the row of what is referred to, which is called `joined`. */
export function joinedValue(field: Field): string {
  const there = { ...field, name: field.join?.field ?? '' }
  return field.type === 'region'
    ? `(${textOf(there, 'joined.body')} collate "C")`
    : bodyExpression(there, 'joined.body')
}

/** Returns the `from` clause of a reference's target, as far as everybody may read it. */
export function joinedFrom({ by, type, states }: Join): string {
  return `from item joined where joined.id = item.body->>${quote(by)} and ${isJoined({ type, states })}`
}

export function isJoined({ type, states }: Pick<Join, 'type' | 'states'>): string {
  return `joined.type = ${quote(type)} and joined.status in (${states.map(quote).join(', ')})`
}

function bodyExpression(field: Field, body = 'body'): string {
  switch (field.type) {
    case 'number':
    case 'integer':
      // Rows written when the field was no number yet read as empty instead of failing the whole list.
      return `(case when jsonb_typeof(${body}->${quote(field.name)}) = 'number' then ${textOf(field, body)}::numeric end)`
    case 'boolean':
      return `coalesce(${textOf(field, body)}, 'false')`
    case 'date':
    case 'date-time':
      return `(${textOf(field, body)} collate "C")`
    case 'dict-list':
    case 'ref-list':
    case 'text-list':
      return `(${body}->${quote(field.name)})`
    default:
      return textOf(field, body)
  }
}

function textOf(field: Field, body = 'body'): string {
  return `(${body}->>${quote(field.name)})`
}
