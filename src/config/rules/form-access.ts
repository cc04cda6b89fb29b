// Owns the check that who may open a form may also hand it in.
import type { Operation } from '../../shared/content-model.ts'
import { type Audience, askerOf, isInAudience, isRelation } from '../../shared/roles.ts'
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'

/** What depends on the item is decided there; visitors who are asked to sign in for it lose nothing. */
export function checkFormAccess(
  context: Context,
  document: Document,
  page: readonly Audience[],
  submit: Pick<Operation, 'id' | 'access'>,
): void {
  if (submit.access.some(isRelation)) return
  const kept = context.roles.filter((role) => {
    const asker = askerOf(role)
    return isInAudience(asker, page) && !isInAudience(asker, submit.access)
  })
  if (kept.length === 0) return
  const names = kept.map(({ title }) => title).join('、')
  context.report(document, ['access'], {
    slug: 'form_access',
    message: `${names}能打开这个表单，却不能提交“${submit.id}”，请把页面的 access 写成与操作一致`,
    found: page.join(', '),
    expected: submit.access.join(', '),
  })
}
