// Owns the surface of a page: the site's, or the console's, which all pages below a console page have too.

import type { CompileContext, PageHead } from '#config/compile/links/compile-context.ts'
import type { Document } from '#config/load/document.ts'
import type { Audience } from '#shared/access/roles.ts'
import type { PageBase, Surface } from '#shared/model/page-model.ts'

/** What the page itself or the nearest page above it says; a page without a word above it is the site's. */
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

/** Left out where it is the site's, so that reading pages are told nothing of it. */
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
