// Checks that the users who must agree to a text may open the page that contains it.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { type Audience, isInAudience, toRoleCaller } from '#shared/access/roles.ts'

/** `asked` are those who open the form; `path` is where the page is named. */
export function checkAgreementReaders(
  context: Context,
  document: Document,
  path: Path,
  formAudience: readonly Audience[],
  page: { readonly id: string; readonly access: readonly Audience[] } | undefined,
): void {
  if (!page) return
  const askers = [null, ...context.roles.map((role) => toRoleCaller(role))]
  const kept = askers.filter(
    (caller) => isInAudience(caller, formAudience) && !isInAudience(caller, page.access),
  )
  if (kept.length === 0) return
  const titles = kept.map((caller) =>
    caller === null ? '访客' : (context.roles.find(({ name }) => name === caller.role)?.title ?? caller.role),
  )
  context.report(document, path, {
    slug: 'agreement_closed',
    message: `${titles.join('、')}填写该表单须同意页面“${page.id}”的内容，却无权打开该页面（${page.access.join('、')}）：请换用其可打开的页面`,
    found: page.id,
  })
}
