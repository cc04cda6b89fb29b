// Finds the reads of a page that can start from its address alone.

import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import type { Json } from '#shared/model/json.ts'
import type { Section, Source } from '#shared/model/page-model.ts'
import type { Preload } from './page-kind.ts'

/** Returns the read of a source; none where it needs more than the address. */
export function toPreload(source: Source): Preload[] {
  const texts = Object.values(source.params).filter((value): value is string => typeof value === 'string')
  const roots = texts.flatMap(placeholdersOf).map((path) => path.split('.')[0])
  if (roots.some((root) => root !== 'query' && root !== 'params')) return []
  return [{ path: source.path, params: source.params }]
}

/** The first screen only: what is further down loads when the page is there. */
export function sectionPreloads(sections: readonly Section[], category: Json = null): Preload[] {
  return sections.slice(0, 6).flatMap((section) => {
    if (!section.source || section.when) return []
    const params = Object.fromEntries(
      Object.entries(section.source.params).map(([name, value]) => [
        name,
        value === '{zone.category}' ? category : value,
      ]),
    )
    return toPreload({ ...section.source, params })
  })
}
