// Owns the rule that whoever was refused finds the form that he had filled in, where his refusal leads him to.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { Link } from '#shared/model/page-model.ts'

/** What signing in answers to an account of which the application was refused. */
const REFUSED = 'ACCOUNT_REFUSED'

export function checkRefusedForms(
  context: Context,
  document: Document,
  path: Path,
  error: string,
  link: Pick<Link, 'page'> | null,
): void {
  const page = context.of('page').get(link?.page ?? '')?.value
  if (error !== REFUSED || page?.kind !== 'form' || !page.choice) return
  const { forms } = page.choice
  for (const { title, registers } of context.roles)
    if (registers?.approval && !forms.includes(registers.form))
      context.report(document, path, {
        slug: 'refused_form',
        message: `${title}的注册未通过时由此前往页面“${link?.page}”，那里却没有其表单“${registers.form}”（choice.forms），无法修改后重新提交`,
        found: registers.form,
      })
}
