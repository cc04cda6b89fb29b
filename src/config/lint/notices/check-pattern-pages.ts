// Checks that a notice that opens a page by type finds one for every type that it is sent for.

import { findNoticeUses } from '#config/compile/notices/notice-uses.ts'
import type { Context } from '#config/load/context.ts'
import type { Compiled } from '#config/pipeline/compile-model.ts'

export function checkPatternPages(context: Context, { contentTypes, notices, pages }: Compiled): void {
  const uses = findNoticeUses(context, contentTypes)
  // A type without a page of its own may still send the notice: there is only nothing to open.
  const written = pages.filter(({ id }) => context.of('page').has(id))
  const paged = new Set(written.map((page) => ('contentType' in page ? page.contentType : undefined)))
  for (const { id, open } of notices) {
    const document = context.of('notice').get(id)
    if (!document || !open?.pages) continue
    const types = new Map(
      uses.flatMap(({ written: { notify }, type }) =>
        notify === id && paged.has(type.name) ? [[type.name, type.title] as const] : [],
      ),
    )
    const lacking = [...types].filter(([name]) => !Object.hasOwn(open.pages ?? {}, name))
    if (lacking.length === 0) continue
    const names = lacking.map(([name]) => name)
    context.report(document, ['open', 'page'], {
      slug: 'notice_no_page',
      message: `${lacking.map(([, title]) => `“${title}”`).join('、')}也使用该通知，却没有页面“${open.page}”，接收人无法打开：请改为各类内容都有的页面`,
      found: open.page,
      known: patternsFor(
        names,
        written.map((page) => page.id),
      ),
      warning: true,
    })
  }
}

/** Names of pages in which a star for the type is there for all of them. */
function patternsFor([first = '', ...others]: readonly string[], pages: readonly string[]): string[] {
  const known = new Set(pages)
  return pages
    .filter((page) => page.split(/[/-]/).includes(first))
    .map((page) => page.replace(first, '*'))
    .filter((pattern) => others.every((name) => known.has(pattern.replace('*', name))))
}
