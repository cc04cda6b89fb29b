// Checks that a page which can be entered from one page only is linked from no other: such links redirect the user.
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'

/** The page that is the only way to another; undefined where that is open from everywhere. */
export const entranceOf = (context: Context, page: string): string | undefined =>
  (context.of('page').get(page)?.value as { readonly onlyFrom?: string } | undefined)?.onlyFrom

interface CheckContext {
  readonly compilation: { readonly context: Context }
  readonly document: Document
  readonly head: { readonly id: string }
}

/** `path` is where the page is named. */
export function checkEntered(
  { compilation: { context }, document, head }: CheckContext,
  path: Path,
  page: string,
): void {
  const entrance = entranceOf(context, page)
  if (entrance === undefined || entrance === head.id || page === head.id) return
  context.report(document, path, {
    slug: 'link_entrance',
    message: `页面“${page}”只能从“${entrance}”进入（onlyFrom），此处的链接会转到该入口：请链接到“${entrance}”，或去掉 onlyFrom`,
    found: page,
    expected: entrance,
  })
}
