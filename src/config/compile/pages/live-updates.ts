// Compiles `live`: the content types that a page or section follows, its own type and the child types, or all.

import type { PagePlace } from '#config/compile/links/compile-context.ts'
import type { ContentType } from '#shared/model/content-model.ts'

/**
 * Compiles `live`, which stands at `at`. Only changes written by the engine are notified; a portal without a websocket
 * notifies nobody. `isOfAll` is true for lists of what waits, which follow all types (`*`). A site that cannot be read says nothing of it.
 */
export function liveOf(
  at: PagePlace,
  live: boolean | undefined,
  type: ContentType | undefined,
  isOfAll = false,
): { readonly live?: readonly string[] } {
  if (!live) return {}
  if (!type && !isOfAll) {
    at.report('live_never.source')
    return {}
  }
  const site = at.context.of('site').get('site')?.value
  if (site && site.websocket !== true) at.report('live_never.off')
  if (!type) return { live: ['*'] }
  const below = [...at.compilation.contentTypes.values()].filter(
    ({ fields, parent }) => fields.find(({ name }) => name === parent)?.ref === type.name,
  )
  return { live: [type.name, ...below.map(({ name }) => name)] }
}
