// Checks that the parent of each category is one level above it. Reports at its `parent`.

import type { WrittenParameterSet } from '#config/generated/written.ts'
import type { Code } from '#config/load/codes.ts'
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
        here.report(
          'set_parent',
          `类目${titleOf(id)}是第 ${own + 1} 级，须用 parent 写明所属的第 ${own} 级类目`,
          { expected: 'parent' },
        )
      continue
    }
    const at = here.at('parent')
    if (!sets.has(parent) && context.isInvalid('set', `${family}/${parent}`)) continue
    if (!at.expect(sets.keys(), parent, 'set_unknown', `上级类目“${parent}”不存在`) || own === undefined)
      continue
    const above = levels.get(parent)
    const way = findAncestors(sets, parent)
    const report = (slug: Code, message: string) => at.report(slug, message, { found: parent })
    if (own === 0 && way.includes(id))
      report('set_ring', `类目的上级构成了循环：${[id, ...way].join(' → ')}，最上一级的类目请去掉 parent`)
    else if (own === 0) report('set_parent', `类目${titleOf(id)}是最上一级，没有上级类目：请去掉 parent`)
    else if (above !== undefined && above !== own - 1)
      report(
        'set_parent',
        `类目${titleOf(id)}是第 ${own + 1} 级，上级须在第 ${own} 级，${titleOf(parent)}却在第 ${above + 1} 级`,
      )
  }
  return context.problems.length > before
}
