// Checks that the users who may open a form may also submit it, and read the pages that they agree to.

import { rolesKeptOut, titlesKeptOut } from '#config/compile/roles/kept-out.ts'
import type { Place } from '#config/load/place.ts'
import { type Audience, isInAudience, isRelation } from '#shared/access/roles.ts'
import type { Operation } from '#shared/model/operation-model.ts'

/**
 * Checks the access of a form page against its submit operation. Visitors who are asked to sign in before they submit
 * something new lose nothing.
 */
export function checkFormAccess(
  here: Place,
  page: readonly Audience[],
  submit: Pick<Operation, 'id' | 'access'>,
): void {
  if (submit.access.some(isRelation)) {
    // The relation to the item is checked at submission; a visitor never has one.
    if (isInAudience(null, page) && !isInAudience(null, submit.access))
      here
        .at('access')
        .report('form_access', `访客也能打开该表单，却不能提交“${submit.id}”：请用 access 写明受众`, {
          found: page.join(', '),
          expected: 'registered',
        })
    return
  }
  const kept = rolesKeptOut(here.context.roles, page, submit.access)
  if (kept.length === 0) return
  const names = kept.map(({ title }) => title).join('、')
  here
    .at('access')
    .report(
      'form_access',
      `${names}能打开该表单，却不能提交“${submit.id}”：请将页面的 access 改为与操作一致`,
      { found: page.join(', '), expected: submit.access.join(', ') },
    )
}

type Pages = ReadonlyMap<string, { readonly id: string; readonly access: readonly Audience[] }>

/** Of the page that is named `here`, which those who open the form have to read. */
export function checkAgreementReaders(
  here: Place,
  formAudience: readonly Audience[],
  name: string,
  pages: Pages,
): void {
  const page = here.find('page', '页面', name, pages)
  if (!page) return
  const titles = titlesKeptOut(here.context.roles, formAudience, page.access)
  if (titles.length === 0) return
  here.report(
    'agreement_closed',
    `${titles.join('、')}填写该表单须同意页面“${page.id}”的内容，却无权打开该页面（${page.access.join('、')}）：请换用其可打开的页面`,
    { found: page.id },
  )
}
