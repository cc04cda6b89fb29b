// Draws the filter by a category of a tree: level by level, each with the children of the chosen category.
import { useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { ChoiceRow } from '#portal/widgets/choices/choice-row.tsx'
import { useFacet } from '#portal/widgets/choices/facets.ts'
import type { Choice } from '#portal/widgets/choices/use-choices.ts'
import type { FilterProps } from '#portal/widgets/widget-props.ts'

const LEVELS = [0, 1, 2, 3] as const
const NAMES = ['大类', '类别', '类型', '细类'] as const

interface Node extends Choice {
  readonly parent?: string
}

/** The chosen category and all above it, from the top. */
function pathTo(levels: readonly (readonly Node[])[], chosen: string): string[] {
  const level = levels.findIndex((nodes) => nodes.some(({ value }) => value === chosen))
  const node = levels[level]?.find(({ value }) => value === chosen)
  if (!node) return []
  return node.parent === undefined ? [chosen] : [...pathTo(levels, node.parent), chosen]
}

export function CategoryFilter({ filter, value, onChange }: FilterProps) {
  const { levels: above, dict } = filter.field ?? {}
  // A tree of one level is its dictionary.
  const names = above ?? (dict === undefined ? [] : [dict])
  // biome-ignore lint/correctness/useHookAtTopLevel: the levels are constant, so the order of hooks is
  const levels = LEVELS.map((level): readonly Node[] => useDictionary(names[level] ?? ''))
  const counts = useFacet(filter.name)
  const path = pathTo(levels, value[filter.name] ?? '')
  const countOf = (node: Node, level: number): number | undefined => {
    if (!counts) return undefined
    const below = levels[level + 1]?.filter(({ parent }) => parent === node.value) ?? []
    const own = counts.items.find((one) => one.value === node.value)?.count
    return level === names.length - 1
      ? (own ?? 0)
      : below.reduce((sum, child) => sum + (countOf(child, level + 1) ?? 0), 0)
  }
  return (
    <div className="eq-category">
      {names.map((name, level) => {
        const parentChosen = path[level - 1]
        if (level > 0 && parentChosen === undefined) return null
        const nodes = (levels[level] ?? []).filter(({ parent }) => level === 0 || parent === parentChosen)
        if (nodes.length === 0) return null
        const chosen = path[level]
        return (
          <ChoiceRow
            key={name}
            label={names.length === 1 ? filter.label : `${filter.label}：${NAMES[level] ?? ''}`}
            choices={nodes.map((node) => ({ ...node, count: countOf(node, level) }))}
            chosen={chosen === undefined ? [] : [chosen]}
            onChoose={(entry) => onChange({ [filter.name]: entry === '' ? (parentChosen ?? '') : entry })}
          />
        )
      })}
    </div>
  )
}
