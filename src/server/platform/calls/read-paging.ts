// Owns which page of a list a call asks for, and how long it is.
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
