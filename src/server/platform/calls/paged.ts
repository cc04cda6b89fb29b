// Builds one page of a list's answer.
import type { Paged } from '#shared/calls/envelope.ts'

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
