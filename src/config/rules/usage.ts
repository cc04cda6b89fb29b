// Owns the warnings about what nobody refers to.
import type { Context } from '../context.ts'

/** Pages are reached by links, the menu, as a parent or as one of site.json. */
const TITLES: Record<string, string> = {
  lifecycle: '生命周期',
  common: '公共定义',
  notice: '提醒',
  page: '页面',
}

export function warnUnused(context: Context): void {
  for (const [kind, title] of Object.entries(TITLES))
    for (const [id, document] of context.of(kind)) {
      if (context.used.has(`${kind}:${id}`) || context.isBorrowed(document)) continue
      context.report(document, [], {
        slug: `${kind}_unused`,
        message: `${title}“${id}”没有被任何配置引用`,
        warning: true,
      })
    }
}
