// Owns the warnings about what nobody refers to.
import type { Context } from '../context.ts'

const TITLES: Record<string, string> = {
  lifecycle: '生命周期',
  common: '公共定义',
  page: '页面',
}

/** Pages are reached by links, the menu or as a parent; status pages by the router itself. */
const ROUTER_PAGES = new Set([
  '/404',
  '/401',
  '/500',
  '/underMaintenance',
  '/login',
  '/newPassword',
  '/home-page',
])

export function warnUnused(context: Context): void {
  for (const [kind, title] of Object.entries(TITLES))
    for (const [id, document] of context.of(kind)) {
      if (context.used.has(`${kind}:${id}`)) continue
      if (kind === 'page' && ROUTER_PAGES.has(String((document.value as { path?: string } | null)?.path)))
        continue
      context.report(document, [], {
        slug: `${kind}_unused`,
        message: `${title}“${id}”没有被任何配置引用`,
        warning: true,
      })
    }
}
