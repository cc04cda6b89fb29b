// Reads a list from an answer, paged or not.
import type { Item } from '#portal/widgets/widget-props.ts'

const isItem = (entry: unknown): entry is Item => entry !== null && typeof entry === 'object'

/**
 * Returns the items of an answer, which is either a list or a page with a `list`. Entries that are no objects are
 * dropped. Returns an empty list for any other answer, and before an answer arrives.
 *
 * @example
 * listOf({ list: [{ id: 'b1' }], totalCount: 1 }) // → [{ id: 'b1' }]
 * listOf(undefined) // → []
 */
export function listOf(data: unknown): readonly Item[] {
  const list: unknown = Array.isArray(data) ? data : (data as { list?: unknown } | null | undefined)?.list
  if (!Array.isArray(list)) return []
  return list.every(isItem) ? list : list.filter(isItem)
}

/** All items there are, of which the list is one page. */
export function totalOf(data: unknown): number {
  const total = (data as { totalCount?: unknown } | null | undefined)?.totalCount
  return Number.isFinite(total) ? (total as number) : listOf(data).length
}
