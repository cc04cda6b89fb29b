// Checks that a call ordered by interest begins with the highest values.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { HOT_SORTS } from '#shared/content/interest-sorts.ts'

export function checkInterestOrder(context: Context, document: Document, path: Path, sort: string): void {
  const title = HOT_SORTS[sort]
  if (title === undefined) return
  context.report(document, path, {
    slug: 'sort_least',
    message: `“${sort}”按${title}从低到高排序，最小的排在最前：请写 -${sort}`,
    found: sort,
    expected: `-${sort}`,
  })
}
