// Reads the page number and the page size that a call requests from a list.
import { MAX_PAGE } from '#shared/calls/envelope.ts'
import { type Parameters, readInteger } from './read-parameter.ts'

export const MAX_PAGE_SIZE = 50

export function readPaging(params: Parameters): { readonly page: number; readonly limit: number } {
  const read = (names: readonly string[], max: number): number | undefined =>
    names.map((name) => readInteger(params, name, { min: 1, max })).find((value) => value !== undefined)
  return {
    page: read(['page', 'currentPage'], MAX_PAGE) ?? 1,
    limit: read(['limit', 'pageSize'], MAX_PAGE_SIZE) ?? 10,
  }
}
