// Gives what a page lists: its own items, and those of its sections.
import type { Place } from '#config/load/place.ts'
import type { Column, Link, Page, Section, Source } from '#shared/model/page-model.ts'

export interface PlacedList {
  readonly at: Place
  readonly source?: Source
  readonly columns?: readonly Column[]
  readonly open?: Link
}

export function listsOf(at: Place, page: Page): PlacedList[] {
  const sections = (['sections', 'aside'] as const).flatMap((key) => {
    const { [key]: all = [] } = page as { readonly [Key in typeof key]?: readonly Section[] }
    return all.map((section, index) => ({ ...section, at: at.at(key, index) }))
  })
  return page.kind === 'list' ? [{ ...page, at }, ...sections] : sections
}
