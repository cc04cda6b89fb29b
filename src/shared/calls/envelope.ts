// Declares the shape of every answer of the interface.
import type { FieldError } from './errors.ts'

export interface Success<T> {
  readonly code: 0
  readonly msg: 'success'
  readonly data: T
}

export interface RefusalEnvelope {
  readonly code: number
  readonly msg: string
  readonly data: unknown
  readonly requestId: string
  readonly errors?: readonly FieldError[]
}

/**
 * One page of a list, as calls return it. `currPage` counts from 1; `totalPage` is 0 when there are no rows.
 *
 * @example
 * const page: Paged<string> = { list: ['b1'], totalCount: 1, pageSize: 10, totalPage: 1, currPage: 1 }
 */
export interface Paged<T> {
  readonly list: readonly T[]
  readonly totalCount: number
  readonly pageSize: number
  readonly totalPage: number
  readonly currPage: number
}

export const PAGE_SIZES = [10, 20, 30, 50] as const
/**
 * The number of rows on a page when a call names no page size.
 *
 * @example
 * const rows = await publicItems(call, 'book').select('id').limit(DEFAULT_PAGE_SIZE).execute()
 */
export const DEFAULT_PAGE_SIZE = 10
/** Highest page number that lists answer. */
export const MAX_PAGE = 1_000_000

/**
 * Builds one page of a list's answer. `totalCount` counts all rows, of which `list` is one page.
 *
 * @example
 * toPaged(['a', 'b'], 12, { page: 1, limit: 10 })
 * // → { list: ['a', 'b'], totalCount: 12, pageSize: 10, totalPage: 2, currPage: 1 }
 */
export function toPaged<T>(
  list: readonly T[],
  totalCount: number,
  { page, limit }: { readonly page: number; readonly limit: number },
): Paged<T> {
  return { list, totalCount, pageSize: limit, totalPage: Math.ceil(totalCount / limit), currPage: page }
}
