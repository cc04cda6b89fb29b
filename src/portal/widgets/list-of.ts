// Owns the reading of a list out of an answer, paged or not.
import type { Item } from './widget-props.ts'

export function listOf(data: unknown): readonly Item[] {
  if (Array.isArray(data)) return data as readonly Item[]
  const list = (data as { list?: unknown } | null | undefined)?.list
  return Array.isArray(list) ? (list as readonly Item[]) : []
}

/** All items there are, of which the list is one page. */
export function totalOf(data: unknown): number {
  const total = (data as { totalCount?: unknown } | null | undefined)?.totalCount
  return typeof total === 'number' ? total : listOf(data).length
}
