// Owns the rule that a call which orders by interest begins with what finds the most.
import { HOT_SORTS } from '../../shared/hot-sorts.ts'
import type { Context } from '../context.ts'
import type { Document, Path } from '../document.ts'

export function checkLeastFirst(context: Context, document: Document, path: Path, sort: string): void {
  const title = HOT_SORTS[sort]
  if (title === undefined) return
  context.report(document, path, {
    slug: 'sort_least',
    message: `“${sort}”按${title}从低到高排，数值最小的排在最前：请写 -${sort}`,
    found: sort,
    expected: `-${sort}`,
  })
}
