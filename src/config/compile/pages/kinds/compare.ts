// Compiles comparison pages: a few items side by side, row by row.

import { given } from '#config/compile/common/given.ts'
import { checkListed } from '#config/compile/links/check-matching-type.ts'
import { compileLink } from '#config/compile/links/compile-link.ts'
import { compileCompareSources, itemsOfPage } from '#config/compile/pages/page-items.ts'
import type { PageInput, PageKindFile } from '#config/compile/pages/page-kind.ts'
import { compileColumns } from '#config/compile/pages/parts/compile-parts.ts'
import type { WrittenComparePage } from '#config/generated/written.ts'
import type { ComparePage } from '#shared/model/pages/compare.ts'

/** The default number of compared items. */
const MAX_COMPARED = 4

export const KIND: PageKindFile<ComparePage, WrittenComparePage> = {
  head: ({ max = MAX_COMPARED }) => ({ max }),
  compile,
}

function compile({ at: page, written, base }: PageInput<WrittenComparePage>): ComparePage | null {
  const items = itemsOfPage(page, written.source, 'one')
  if (!items) return null
  const { source, type, at } = items
  const pick = compileLink(at.at('pick'), written.pick)
  checkListed(at.at('pick'), type?.name, pick?.page)
  const open = compileLink(at.at('open'), written.open)
  return {
    ...base,
    kind: 'compare',
    source,
    ...given({ picture: type?.picture }),
    heading: type?.heading ?? 'title',
    rows: compileColumns(at.at('rows'), written.rows),
    max: written.max ?? MAX_COMPARED,
    ...compileCompareSources(page, at, written),
    ...given({ pick, open }),
  }
}
