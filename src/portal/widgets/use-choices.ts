// Owns the choices of a filter: a dictionary's entries, or the items that a reference may name.
import type { Filter } from '../../shared/page-model.ts'
import { useRead } from '../api/use-read.ts'
import { useDictionary } from '../app/dictionaries.ts'

export interface Choice {
  readonly value: string
  readonly label: string
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
  if (!source) return entries
  return (data?.list ?? [])
    .filter((item) => !item.parentId)
    .map(({ id, title }) => ({ value: id, label: title }))
}
