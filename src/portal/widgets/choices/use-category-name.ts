// Looks up the label of a category of a tree, on any level.
import { useDictionary } from '#portal/core/configuration/dictionaries.ts'

const LEVELS = [0, 1, 2, 3] as const

/** Undefined for what is no category of these levels. */
export function useCategoryName(levels: readonly string[] | undefined, value: string): string | undefined {
  // biome-ignore lint/correctness/useHookAtTopLevel: the levels are constant, so the order of hooks is
  const nodes = LEVELS.flatMap((level) => useDictionary(levels?.[level] ?? ''))
  return nodes.find((node) => node.value === value)?.label
}
