// Owns what a list or a section says while there is nothing in it, and where that leads.
import type { EmptyWords } from '../../shared/page-model.ts'
import type { Path } from '../document.ts'
import type { WrittenEmpty } from '../generated/written.ts'
import { compileLink, type Place } from './scope.ts'

export function compileEmpty(
  place: Place,
  at: Path,
  written: WrittenEmpty | undefined,
): { readonly empty?: EmptyWords } {
  if (!written) return {}
  const { text, label } = written
  const link = compileLink(place, [...at, 'link'], written.link)
  if (link?.page === place.head.id && Object.keys(link.params).length === 0)
    place.world.context.report(place.document, [...at, 'link'], {
      slug: 'empty_self',
      message: `这里没有内容时，“${label ?? ''}”通向的还是这个页面，按下去什么也不变：请换一个页面`,
      found: link.page,
    })
  return { empty: { text, ...(link && label ? { label, link } : {}) } }
}
