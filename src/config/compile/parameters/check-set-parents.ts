// Checks that the parent of each category is one level above it. Reports at its `parent`.

import type { WrittenParameterSet } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'

type Sets = ReadonlyMap<string, Document<WrittenParameterSet>>

/**
 * Returns the level on which each category belongs, independent of its parent: categories with parameters are on the
 * last level, the others one level above most of their children. Undefined where neither applies.
 */
export function levelsOf(sets: Sets, last: number): ReadonlyMap<string, number> {
  const below = new Map<string, string[]>()
  for (const [id, { value }] of sets)
    if (value.parent !== undefined) below.set(value.parent, [...(below.get(value.parent) ?? []), id])
  const levels = new Map<string, number>()
  const visited = new Set<string>()
  const levelOf = (id: string): number | undefined => {
    // One with parameters that others hang on is there as well, if it hangs where the last ones do.
    if (sets.get(id)?.value.groups && (!below.has(id) || findAncestors(sets, id).length === last + 1))
      return last
    const known = levels.get(id)
    if (known !== undefined || visited.has(id)) return known
    visited.add(id)
    const counts = new Map<number, number>()
    for (const child of below.get(id) ?? []) {
      const level = levelOf(child)
      if (level !== undefined) counts.set(level, (counts.get(level) ?? 0) + 1)
    }
    const [usual] = [...counts].sort(([one, many], [other, more]) => more - many || other - one)
    if (usual) levels.set(id, Math.max(0, usual[0] - 1))
    return levels.get(id)
  }
  for (const id of sets.keys()) {
    const level = levelOf(id)
    if (level !== undefined) levels.set(id, level)
  }
  return levels
}

/** From a category over those above it, until one comes again. */
function findAncestors(sets: Sets, id: string): readonly string[] {
  const way: string[] = []
  for (
    let at: string | undefined = id;
    at !== undefined && !way.includes(at);
    at = sets.get(at)?.value.parent
  )
    way.push(at)
  return way
}

/** Reports categories whose parent is on the wrong level; returns true if there are any. */
export function reportMisplacedSets(
  context: Context,
  family: string,
  sets: Sets,
  levels: ReadonlyMap<string, number>,
): boolean {
  const titleOf = (id: string) => `“${sets.get(id)?.value.title ?? id}”（${id}）`
  const before = context.problems.length
  for (const [id, document] of sets) {
    const { parent } = document.value
    const here = new Place(context, document)
    const own = levels.get(id)
    if (parent === undefined) {
      if (own !== undefined && own > 0)
        here.report('set_parent.missing', { expected: 'parent', title: titleOf(id), level: own + 1, own })
      continue
    }
    const at = here.at('parent')
    if (!sets.has(parent) && context.isInvalid('set', `${family}/${parent}`)) continue
    if (!at.expect(sets.keys(), parent, 'set_unknown') || own === undefined) continue
    const above = levels.get(parent)
    const way = findAncestors(sets, parent)
    if (own === 0 && way.includes(id))
      at.report('set_ring.top', { found: parent, ring: [id, ...way].join(' → ') })
    else if (own === 0) at.report('set_parent.top', { found: parent, title: titleOf(id) })
    else if (above !== undefined && above !== own - 1)
      at.report('set_parent.level', {
        found: parent,
        title: titleOf(id),
        level: own + 1,
        own,
        above: titleOf(parent),
        other: above + 1,
      })
  }
  return context.problems.length > before
}
