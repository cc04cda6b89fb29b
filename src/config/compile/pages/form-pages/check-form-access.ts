// Checks that the users who may open a form may also submit it.

import type { Place } from '#config/load/place.ts'
import { type Audience, isInAudience, isRelation, toRoleCaller } from '#shared/access/roles.ts'
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
      here.at('access').report({
        slug: 'form_access',
        message: `访客也能打开该表单，却不能提交“${submit.id}”：请用 access 写明受众`,
        found: page.join(', '),
        expected: 'registered',
      })
    return
  }
  const kept = here.context.roles.filter((role) => {
    const caller = toRoleCaller(role)
    return isInAudience(caller, page) && !isInAudience(caller, submit.access)
  })
  if (kept.length === 0) return
  const names = kept.map(({ title }) => title).join('、')
  here.at('access').report({
    slug: 'form_access',
    message: `${names}能打开该表单，却不能提交“${submit.id}”：请将页面的 access 改为与操作一致`,
    found: page.join(', '),
    expected: submit.access.join(', '),
  })
}
