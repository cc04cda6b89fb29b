// Loads the choices of a filter: a dictionary's entries, or the items that a reference may point to.

import { useRead } from '#portal/core/api/use-read.ts'
import { useDictionary } from '#portal/core/configuration/dictionaries.ts'
import type { Filter } from '#shared/model/page-model.ts'

export interface Choice {
  readonly value: string
  readonly label: string
  /** How many items it would find, where that is known. */
  readonly count?: number | undefined
}

interface RefItem {
  readonly id: string
  readonly title: string
  readonly parentId?: string | null
}

/** Items below another one are left out: they are reached through it. */
export function useChoices(filter: Filter | undefined): readonly Choice[] {
  const source = filter?.source
  const entries = useDictionary(filter?.field?.dict ?? '')
  const { data } = useRead<{ list: readonly RefItem[] }>(
    source ? { path: source.path, params: source.params } : null,
  )
  const listed = filter?.field?.schema.enum as readonly string[] | undefined
  if (!source && listed && !filter?.field?.dict) return listed.map((value) => ({ value, label: value }))
  if (!source) return entries
  return (data?.list ?? [])
    .filter((item) => !item.parentId)
    .map(({ id, title }) => ({ value: id, label: title }))
}
