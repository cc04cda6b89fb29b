// Owns the set of items put aside for comparison, by the address that compares them: the same in all tabs, kept.

function keyOf(path: string): string {
  return `equipnet-compare:${path}`
}

export function readCompareSet(path: string): string[] {
  return (localStorage.getItem(keyOf(path)) ?? '').split(',').filter(Boolean)
}

export function writeCompareSet(path: string, ids: readonly string[]): void {
  localStorage.setItem(keyOf(path), ids.join(','))
}

/** The set with one more; null when it is full. Adding one that is there changes nothing. */
export function withOneMore(ids: readonly string[], id: string, max: number): string[] | null {
  if (ids.includes(id)) return [...ids]
  return ids.length >= max ? null : [...ids, id]
}
