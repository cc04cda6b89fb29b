// Finds the reads of a page that can start from its address alone.

import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import type { Json } from '#shared/model/json.ts'
import type { Column, Section, Source } from '#shared/model/page-model.ts'
import { keyFiguresAddress } from '#shared/parameters/parameter-model.ts'
import type { Preload } from './page-kind.ts'

/** Returns the read of a source; none where it needs more than the address. */
export function toPreload(source: Source): Preload[] {
  const texts = Object.values(source.params).filter((value): value is string => typeof value === 'string')
  const roots = texts.flatMap(placeholdersOf).map((path) => path.split('.')[0])
  if (roots.some((root) => root !== 'query' && root !== 'params')) return []
  return [{ path: source.path, params: source.params }]
}

/** Returns the reads of the key figures that columns draw of their items' parameters. */
export function figurePreloads(columns: readonly Column[]): Preload[] {
  const families = new Set(columns.flatMap(({ field }) => field.parameters?.family ?? []))
  return [...families].map((family) => ({ path: keyFiguresAddress(family), params: {} }))
}

/** The first screen only: what is further down loads when the page is there. */
export function sectionPreloads(sections: readonly Section[], category: Json = null): Preload[] {
  const first = sections.slice(0, 6).filter(({ source, when }) => source && !when)
  const columns = first.flatMap(({ columns = [], content }) => [...columns, ...(content?.lists?.facts ?? [])])
  return [...first.flatMap((section) => toSectionPreload(section, category)), ...figurePreloads(columns)]
}

function toSectionPreload({ source }: Section, category: Json): Preload[] {
  if (!source) return []
  const params = Object.fromEntries(
    Object.entries(source.params).map(([name, value]) => [
      name,
      value === '{zone.category}' ? category : value,
    ]),
  )
  return toPreload({ ...source, params })
}
