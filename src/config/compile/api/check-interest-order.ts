// Checks that a call ordered by interest begins with the highest values.

import type { Place } from '#config/load/place.ts'
import { HOT_SORTS } from '#shared/content/interest-sorts.ts'

export function checkInterestOrder(here: Place, sort: string): void {
  const title = HOT_SORTS[sort]
  if (title === undefined) return
  here.report({
    slug: 'sort_least',
    message: `“${sort}”按${title}从低到高排序，最小的排在最前：请写 -${sort}`,
    found: sort,
    expected: `-${sort}`,
  })
}
