// Compiles `live`: the content types that a page or section follows, its own type and the child types.

import type { PageContext } from '#config/compile/links/compile-context.ts'
import type { Path } from '#config/load/document.ts'
import type { ContentType } from '#shared/model/content-model.ts'

/** Compiles `live`. Only changes written by the engine are notified; a portal without a websocket notifies nobody. */
export function liveOf(
  { compilation, document }: PageContext,
  live: boolean | undefined,
  type: ContentType | undefined,
  path: Path = ['live'],
): { readonly live?: readonly string[] } {
  if (!live) return {}
  const report = (message: string) =>
    compilation.context.report(document, path, { slug: 'live_never', message })
  if (!type) report('live 只用于内容类型的列表、详情与区块，此处的数据来源不是内容类型：请去掉 live')
  else if (isSilent(compilation.context.of('site').get('site')?.value))
    report('站点没有开启 websocket，页面不会实时更新：请在 pages-config/site.json 中开启，或去掉 live')
  if (!type) return {}
  const below = [...compilation.contentTypes.values()].filter(
    ({ fields, parent }) => fields.find(({ name }) => name === parent)?.ref === type.name,
  )
  return { live: [type.name, ...below.map(({ name }) => name)] }
}

/** A site that cannot be read says nothing of it. */
const isSilent = (site: unknown): boolean =>
  site !== undefined && (site as { readonly websocket?: boolean }).websocket !== true
