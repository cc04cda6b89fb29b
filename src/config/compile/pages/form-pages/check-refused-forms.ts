// Checks that users whose application was refused find their form at the link of the refusal.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { Link } from '#shared/model/page-model.ts'

/** The sign-in error of an account whose application was refused. */
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
