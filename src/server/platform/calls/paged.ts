// Builds one page of a list's answer.
import type { Paged } from '#shared/calls/envelope.ts'

export function toPaged<T>(
  list: readonly T[],
  totalCount: number,
  { page, limit }: { readonly page: number; readonly limit: number },
): Paged<T> {
  return { list, totalCount, pageSize: limit, totalPage: Math.ceil(totalCount / limit), currPage: page }
}
