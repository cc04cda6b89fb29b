// Merges two changes of one JSON value, path by path.
import type { Path } from '#config/load/document.ts'
import { findKey, isJsonObject, isSame, type JsonObject } from './json-path.ts'

/** A path that both sides have changed in different ways. Absent values are undefined. */
export interface MergeConflict {
  /** In the merged value. */
  readonly path: Path
  readonly base: unknown
  readonly theirs: unknown
  readonly ours: unknown
}

/** Which side a conflict takes. */
export type Choose = (path: Path) => 'ours' | 'theirs'

interface Sides<Value> {
  readonly base: Value
  readonly theirs: Value
  readonly ours: Value
}

/**
 * Applies to `base` what `theirs` and `ours` have changed of it. Where both have changed the same path, `choose` takes a
 * side, ours by default, and the conflict is reported. Entries of lists correspond by their key.
 *
 * @example
 * mergeJson({ base: { a: 1, b: 1 }, theirs: { a: 2, b: 1 }, ours: { a: 1, b: 3 } }).value // → { a: 2, b: 3 }
 */
export function mergeJson(
  sides: Sides<unknown>,
  choose: Choose = () => 'ours',
): { readonly value: unknown; readonly conflicts: readonly MergeConflict[] } {
  const conflicts: MergeConflict[] = []
  const value = merge(sides, [], (path, one) => {
    conflicts.push({ path, ...one })
    return one[choose(path)]
  })
  return { value, conflicts }
}

type Settle = (path: Path, sides: Sides<unknown>) => unknown

function merge(sides: Sides<unknown>, path: Path, settle: Settle): unknown {
  const { base, theirs, ours } = sides
  if (isSame(theirs, base) || isSame(theirs, ours)) return ours
  if (isSame(ours, base)) return theirs
  if (isJsonObject(theirs) && isJsonObject(ours) && (base === undefined || isJsonObject(base)))
    return mergeObjects({ base: base ?? {}, theirs, ours }, path, settle)
  if (Array.isArray(theirs) && Array.isArray(ours) && Array.isArray(base))
    return mergeLists({ base, theirs, ours }, path, settle)
  return settle(path, sides)
}

function mergeObjects({ base, theirs, ours }: Sides<JsonObject>, path: Path, settle: Settle): JsonObject {
  const merged: Record<string, unknown> = {}
  for (const name of inOneOrder(Object.keys(ours), Object.keys(theirs))) {
    const one = { base: base[name], theirs: theirs[name], ours: ours[name] }
    const value = merge(one, [...path, name], settle)
    if (value !== undefined) merged[name] = value
  }
  return merged
}

type List = readonly unknown[]

function mergeLists(sides: Sides<List>, path: Path, settle: Settle): unknown {
  const { base, theirs, ours } = sides
  const keyOf = findKey([base, theirs, ours])
  if (!keyOf) {
    const isEven = base.length === ours.length && theirs.length === ours.length
    if (!isEven) return settle(path, sides)
    return ours.map((entry, index) =>
      merge({ base: base[index], theirs: theirs[index], ours: entry }, [...path, index], settle),
    )
  }
  const byKey = (list: List) => new Map(list.map((entry) => [keyOf(entry), entry]))
  const [before, their, our] = [byKey(base), byKey(theirs), byKey(ours)] as const
  const common = (list: List) =>
    list.map(keyOf).filter((key) => [before, their, our].every((m) => m.has(key)))
  const [order, theirOrder, ourOrder] = [common(base), common(theirs), common(ours)]
  const isTheirOrder = isSame(ourOrder, order)
  // Both have put the list into an order of their own.
  if (!isTheirOrder && !isSame(theirOrder, order) && !isSame(theirOrder, ourOrder)) return settle(path, sides)
  const [first, second] = isTheirOrder ? [theirs, ours] : [ours, theirs]
  const merged: unknown[] = []
  for (const key of inOneOrder(first.map(keyOf), second.map(keyOf))) {
    const one = { base: before.get(key), theirs: their.get(key), ours: our.get(key) }
    const entry = merge(one, [...path, merged.length], settle)
    if (entry !== undefined) merged.push(entry)
  }
  return merged
}

/** The names of `first`, and those of `second` behind their predecessors. */
function inOneOrder(first: readonly string[], second: readonly string[]): string[] {
  const order = [...first]
  const placed = new Set(first)
  second.forEach((name, index) => {
    if (placed.has(name)) return
    placed.add(name)
    order.splice(index === 0 ? 0 : order.indexOf(second[index - 1] as string) + 1, 0, name)
  })
  return order
}
