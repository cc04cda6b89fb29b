// Checks answers of demo accounts: their registration form has the fields and accepts the values.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { checkValue } from './check-samples.ts'

/**
 * Checks the answers of demo accounts in `roles.json`: they name the registration form of their role, and the
 * fields of the form accept the values. Problems such as `demo_form` are reported to `context`.
 *
 * @example
 * checkDemoAnswers(context, model)
 */
export function checkDemoAnswers(context: Context, { forms }: Pick<Model, 'forms'>): void {
  const document = context.of('roles').get('roles')
  if (!document) return
  const byId = new Map(forms.map((form) => [form.id, form]))
  for (const { name, registers, demo } of context.roles)
    for (const [index, { form, answers = {} }] of demo.entries()) {
      if (form !== undefined && registers && form !== registers.form) {
        reportForm(context, document, ['roles', name, 'demo', index, 'form'], form, registers.form)
        continue
      }
      if (form === undefined && Object.keys(answers).length > 0) {
        const expected = registers?.form
        context.report(document, ['roles', name, 'demo', index, 'answers'], {
          slug: 'demo_form',
          message: `演示账号写了 answers，却没有写明表单，不会填入：请补上 "form": "${expected ?? '…'}"`,
          ...(expected === undefined ? {} : { expected }),
          key: true,
        })
        continue
      }
      const formModel = byId.get(form ?? '')
      if (formModel)
        checkAnswers(context, document, ['roles', name, 'demo', index, 'answers'], formModel, answers)
    }
}

/** Reports answers to another form than the one of the account's registration; nothing in them can be right. */
function reportForm(context: Context, document: Document, path: Path, found: string, expected: string): void {
  context.report(document, path, {
    slug: 'demo_form',
    message: `该类用户注册时填写表单“${expected}”，演示账号的答案却属于“${found}”`,
    found,
    expected,
    known: [expected],
  })
}

function checkAnswers(
  context: Context,
  document: Document,
  path: Path,
  { title, fields }: FormModel,
  answers: Readonly<Record<string, unknown>>,
): void {
  const known = new Map<string, Field>(fields.map((field) => [field.name, field]))
  for (const [name, value] of Object.entries(answers)) {
    const field = known.get(name)
    if (field) checkValue(context, document, [...path, name], field, value)
    else
      context.report(document, [...path, name], {
        slug: 'field_unknown',
        message: `表单“${title}”没有字段“${name}”，演示账号的答案无法填入`,
        found: name,
        known: known.keys(),
        key: true,
      })
  }
}
