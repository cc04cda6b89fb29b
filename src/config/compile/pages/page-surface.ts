// Compiles the surface of a page: the site's, or the console's, which all pages under a console page inherit.

import type { CompileContext, PageHead } from '#config/compile/links/compile-context.ts'
import type { Document } from '#config/load/document.ts'
import type { Audience } from '#shared/access/roles.ts'
import type { PageBase, Surface } from '#shared/model/page-model.ts'

/** Returns the surface that the page itself or its nearest ancestor declares; the site's where none does. */
function nearest(compilation: CompileContext, head: PageHead): Surface {
  const seen = new Set<string>()
  let page: PageHead | undefined = head
  while (page && !seen.has(page.id)) {
    if (page.surface) return page.surface
    seen.add(page.id)
    page = page.parent ? compilation.pages.get(page.parent) : undefined
  }
  return 'site'
}

/** Returns the surface of a page. It is left out for the site, so that public pages do not carry it. */
export function surfaceOf(
  compilation: CompileContext,
  document: Document,
  head: PageHead,
  access: readonly Audience[],
): Pick<PageBase, 'surface'> {
  if (nearest(compilation, head) === 'site') return {}
  if (access.includes('anyone'))
    compilation.context.report(document, ['surface'], {
      slug: 'surface_public',
      message: `运营界面的控件较大，公众页面不用：请为页面“${head.title}”写 access，或写 "surface": "site"`,
    })
  return { surface: 'console' }
}
