// Compiles `live`: the content types that a page or section follows, its own type and the child types.

import type { PagePlace } from '#config/compile/links/compile-context.ts'
import type { ContentType } from '#shared/model/content-model.ts'

/**
 * Compiles `live`, which stands at `at`. Only changes written by the engine are notified; a portal without a websocket
 * notifies nobody. A site that cannot be read says nothing of it.
 */
export function liveOf(
  at: PagePlace,
  live: boolean | undefined,
  type: ContentType | undefined,
): { readonly live?: readonly string[] } {
  if (!live) return {}
  if (!type) {
    at.report('live_never', 'live 只用于内容类型的列表、详情与区块，此处的数据来源不是内容类型：请去掉 live')
    return {}
  }
  const site = at.context.of('site').get('site')?.value
  if (site && site.websocket !== true)
    at.report(
      'live_never',
      '站点没有开启 websocket，页面不会实时更新：请在 pages-config/site.json 中开启，或去掉 live',
    )
  const below = [...at.compilation.contentTypes.values()].filter(
    ({ fields, parent }) => fields.find(({ name }) => name === parent)?.ref === type.name,
  )
  return { live: [type.name, ...below.map(({ name }) => name)] }
}
