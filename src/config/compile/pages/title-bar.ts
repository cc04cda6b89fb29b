// Compiles the title bar of a page with its back link: from the page's file, or by default.

import type { CompileContext } from '#config/compile/links/compile-context.ts'
import type { WrittenTitleBar } from '#config/generated/written.ts'
import type { Document } from '#config/load/document.ts'
import type { TitleBarModel } from '#shared/model/page-model.ts'

/** As much of a page as decides it; forms say what follows them. */
interface Written {
  readonly kind?: string
  readonly then?: string
  readonly titleBar?: WrittenTitleBar
}

/**
 * Compiles the title bar. A form, and a page that is not in the menu, have a back link unless their file declares
 * otherwise. A page with a parent page has a title bar anyway.
 */
export function compileTitleBar(
  { context, inMenu }: CompileContext,
  document: Document,
  id: string,
  { kind, then, titleBar }: Written,
): TitleBarModel | undefined {
  if (titleBar === undefined) {
    const isApart = kind === 'form' ? then !== 'sign-in' : inMenu.get(id) === false
    return isApart ? {} : undefined
  }
  if (titleBar === false) return undefined
  if (titleBar.type !== undefined && titleBar.back !== undefined)
    context.report(document, ['titleBar', 'back'], {
      slug: 'title_bar_steps',
      message: '标题栏写了 type，“返回”总是回到首页，步数 back 不起作用，请删去其一',
    })
  return titleBar
}
