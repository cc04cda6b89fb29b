// Reads the page number and the page size that a call requests from a list.
import { MAX_PAGE } from '#shared/calls/envelope.ts'
import { type Parameters, readInteger } from './read-parameter.ts'

export const MAX_PAGE_SIZE = 50

/**
 * Reads the page number (`page` or `currentPage`, default 1, at most 1,000,000) and the page size (`limit` or
 * `pageSize`, default 10, at most 50). Throws `Failure('BAD_PARAMETER')` for a value outside these limits.
 *
 * @example
 * readPaging({ page: '2', pageSize: '20' }) // → { page: 2, limit: 20 }
 * readPaging({}) // → { page: 1, limit: 10 }
 */
export function readPaging(params: Parameters): { readonly page: number; readonly limit: number } {
  const read = (names: readonly string[], max: number): number | undefined =>
    names.map((name) => readInteger(params, name, { min: 1, max })).find((value) => value !== undefined)
  return {
    page: read(['page', 'currentPage'], MAX_PAGE) ?? 1,
    limit: read(['limit', 'pageSize'], MAX_PAGE_SIZE) ?? 10,
  }
}
