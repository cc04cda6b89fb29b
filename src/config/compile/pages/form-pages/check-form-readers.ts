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
        .report('form_access.visitor', { found: page.join(', '), expected: 'registered', submit })
    return
  }
  const kept = rolesKeptOut(here.context.roles, page, submit.access)
  if (kept.length === 0) return
  const names = kept.map(({ title }) => title).join('、')
  here
    .at('access')
    .report('form_access.role', { found: page.join(', '), expected: submit.access.join(', '), names, submit })
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
  here.report('agreement_closed', { found: page.id, titles, page })
}
