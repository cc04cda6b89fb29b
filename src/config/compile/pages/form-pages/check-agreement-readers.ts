// Checks that the users who must agree to a text may open the page that contains it.

import type { Place } from '#config/load/place.ts'
import { type Audience, isInAudience, toRoleCaller } from '#shared/access/roles.ts'

/** `asked` are those who open the form; `here` is where the page is named. */
export function checkAgreementReaders(
  here: Place,
  formAudience: readonly Audience[],
  page: { readonly id: string; readonly access: readonly Audience[] } | undefined,
): void {
  if (!page) return
  const askers = [null, ...here.context.roles.map((role) => toRoleCaller(role))]
  const kept = askers.filter(
    (caller) => isInAudience(caller, formAudience) && !isInAudience(caller, page.access),
  )
  if (kept.length === 0) return
  const titles = kept.map((caller) =>
    caller === null
      ? '访客'
      : (here.context.roles.find(({ name }) => name === caller.role)?.title ?? caller.role),
  )
  here.report({
    slug: 'agreement_closed',
    message: `${titles.join('、')}填写该表单须同意页面“${page.id}”的内容，却无权打开该页面（${page.access.join('、')}）：请换用其可打开的页面`,
    found: page.id,
  })
}
