// Owns pages that compare: a few items side by side, row by row.
import type { ComparePage } from '../../../shared/pages/compare.ts'
import type { WrittenComparePage } from '../../generated/written.ts'
import { checkListed } from '../../rules/beside-type.ts'
import { itemsOfPage } from '../items-of-page.ts'
import type { PageGiven, PageKindFile } from '../page-kind.ts'
import { besideOf } from '../page-parameters.ts'
import { compileColumns } from '../parts.ts'
import { compileLink } from '../scope.ts'

/** Where the page says no other number. */
const MAX_COMPARED = 4

export const KIND: PageKindFile<ComparePage, WrittenComparePage> = {
  head: ({ max = MAX_COMPARED }) => ({ max }),
  compile,
}

function compile({ around, written, base }: PageGiven<WrittenComparePage>): ComparePage | null {
  const items = itemsOfPage(around, written.source, 'one', base.access)
  if (!items) return null
  const { source, type, place } = items
  const pick = compileLink(place, ['pick'], written.pick)
  checkListed(place, ['pick'], type?.name, pick?.page)
  const open = compileLink(place, ['open'], written.open)
  return {
    ...base,
    kind: 'compare',
    source,
    ...(type?.picture ? { picture: type.picture } : {}),
    heading: type?.heading ?? 'title',
    rows: compileColumns(place, ['rows'], place.record, written.rows),
    max: written.max ?? MAX_COMPARED,
    ...besideOf(around, place, written),
    ...(pick ? { pick } : {}),
    ...(open ? { open } : {}),
  }
}
