// Builds the orders of a list as SQL that matches the indexes literally.

import { type RawBuilder, sql } from 'kysely'
import { badParameter, type Parameters, readText } from '#server/platform/calls/read-parameter.ts'
import { hotSortsOf } from '#shared/content/interest-sorts.ts'
import { PINNED } from '#shared/content/pins.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { HOT, PIN_PLACE, valueExpression } from './field-expression.ts'

export interface Sort {
  readonly field: string
  readonly descending: boolean
}

export const HOT_SORT = 'hot'
/** By how many people search for an item these days; what few search for follows in hot order. */
export const SEARCHED_SORT = 'searched'
/** Order by comparisons in recent weeks; items that nobody compared follow in hot order. */
export const COMPARED_SORT = 'compared'
export const DEFAULT_SORT: Sort = { field: 'publishedAt', descending: true }

/** `-publishedAt` is newest first. */
export function parseSort(text: string): Sort {
  return text.startsWith('-')
    ? { field: text.slice(1), descending: true }
    : { field: text, descending: false }
}

/**
 * Reads the order from `sort=-field`, or from `sortBy` with `sortOrder`. A direction alone applies to `usual`.
 * Returns undefined if the caller names no order.
 */
export function readSort(type: ContentType, params: Parameters, usual: Sort): Sort | undefined {
  const short = readText(params, 'sort')
  const by = readText(params, 'sortBy')
  const order = readText(params, 'sortOrder')
  if (order !== undefined && order !== 'asc' && order !== 'desc') throw badParameter('sortOrder')
  const turn = order === undefined ? {} : { descending: order === 'desc' }
  if (by !== undefined) return { ...sortable(type, parseSort(by), 'sortBy'), ...turn }
  if (short !== undefined) return sortable(type, parseSort(short), 'sort')
  return order === undefined ? undefined : { ...usual, ...turn }
}

function sortable(type: ContentType, sort: Sort, name: string): Sort {
  if (!canSort(type, sort.field)) throw badParameter(name)
  return sort
}

function canSort(type: ContentType, name: string): boolean {
  if (isHot(name)) return hotSortsOf(type.fields).includes(name)
  return type.fields.some((field) => field.name === name && field.sort && field.visible === undefined)
}

/**
 * Returns true if open items come first: for ascending order by a last day, unless the caller named a direction
 * explicitly.
 */
export function isSoonestFirst(
  { fields }: ContentType,
  params: Parameters,
  { field, descending }: Sort,
): boolean {
  if (descending || readText(params, 'sortBy') !== undefined || readText(params, 'sortOrder') !== undefined)
    return false
  return fields.some(({ name, soonest }) => name === field && soonest)
}

/** Columns that are never empty need one index for both directions. */
const NEVER_EMPTY = new Set([
  HOT_SORT,
  SEARCHED_SORT,
  COMPARED_SORT,
  'publishedAt',
  'createdAt',
  'updatedAt',
  'viewCount',
  'likeCount',
  'commentCount',
])

/** Returns true if the order is that of interest in items, not of a field. */
export function isHot(name: string): boolean {
  return name === HOT_SORT || name === SEARCHED_SORT || name === COMPARED_SORT
}

export function isNeverEmpty(name: string): boolean {
  return NEVER_EMPTY.has(name)
}

export function sortExpression(type: ContentType, name: string): string {
  if (isHot(name)) return HOT
  const field = type.fields.find((candidate) => candidate.name === name)
  return (field && valueExpression(type, field)) ?? 'published_at'
}

export function orderBy(type: ContentType, { field, descending }: Sort): string {
  const direction = descending ? 'desc' : 'asc'
  if (field === PINNED) return `${PIN_PLACE} ${direction} nulls last, published_at desc, id desc`
  return `${sortExpression(type, field)} ${direction}${emptyLast(field)}, id ${direction}`
}

/** Items without the value come last in both directions. */
export function emptyLast(field: string): string {
  return isNeverEmpty(field) ? '' : ' nulls last'
}

/**
 * Builds the limit. PostgreSQL plans a statement anew each time while a known number of rows makes the plan look
 * cheaper, and that takes longer than reading ten rows. So the limit is a literal, and the offset is a subquery that
 * the planner cannot evaluate.
 */
export function limitTo(limit: number, offset: number): RawBuilder<unknown> {
  return sql`limit ${sql.lit(limit)} offset (select ${offset}::int)`
}
