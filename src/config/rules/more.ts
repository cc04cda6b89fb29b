// Owns the rule that “更多” of a section leads to more of the same.

import type { Json } from '../../shared/content-model.ts'
import type { Link, Source } from '../../shared/page-model.ts'
import type { Place } from '../compile/scope.ts'
import type { Path } from '../document.ts'
import { checkListed } from './beside-type.ts'

const CATEGORY = '{zone.category}'

/** `path` is that of the link. */
export function checkMore(place: Place, path: Path, source: Source | null, more: Link | null): void {
  if (!source || !more) return
  const { world, document } = place
  const { content } = world.operations.get(source.operation) ?? {}
  // More of one item may be what lies under it.
  if (content?.action === 'list') checkListed(place, path, content.type, more.page)
  for (const [name, value] of Object.entries(more.params)) {
    const written = source.params[name]
    const own = written === CATEGORY ? (document.value as { category?: Json }).category : written
    if (own === undefined || JSON.stringify(own) === JSON.stringify(value)) continue
    world.context.report(document, [...path, 'params', name], {
      slug: 'more_differs',
      message: `“更多”按“${name}”= ${value} 打开，区块却按 ${own} 取数，看到的不是同一批内容`,
      found: String(value),
      expected: String(own),
    })
  }
}
