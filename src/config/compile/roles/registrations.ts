// Connects forms with the registration of roles: the operations that accept them, and their required fields.

import type { Placed } from '#config/compile/api/check-routes.ts'
import type { Context } from '#config/load/context.ts'
import { Place } from '#config/load/place.ts'
import { ACCOUNT_FIELDS, type RoleModel, SMS_FIELDS } from '#shared/access/roles.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'

/** The operation that sends a code to users who register. */
const SENDS = 'auth.smsCode'

/** The operations with the role that those who call them get. */
export function withRegistrations(
  context: Context,
  operations: readonly Placed<Operation>[],
  forms: ReadonlyMap<string, FormModel>,
): Placed<Operation>[] {
  const document = context.of('roles').get('roles')
  if (document)
    for (const role of context.roles) checkRegistration(new Place(context, document), role, operations, forms)
  const byForm = new Map(context.roles.map(({ name, registers }) => [registers?.form, name]))
  return operations.map((placed) => {
    const { form, changes } = placed.value
    const role = form === undefined || changes ? undefined : byForm.get(form)
    return role === undefined ? placed : { ...placed, value: { ...placed.value, registers: role } }
  })
}

function checkRegistration(
  here: Place,
  { name, title, registers, demo }: RoleModel,
  operations: readonly Placed<Operation>[],
  forms: ReadonlyMap<string, FormModel>,
): void {
  for (const [index, { form }] of demo.entries())
    if (form !== undefined) here.at('roles', name, 'demo', index, 'form').refers('form', '表单', form, forms)
  if (!registers) return
  const path = here.at('roles', name, 'registers', 'form')
  if (!path.refers('form', '表单', registers.form, forms)) return
  const other = here.context.roles.find((role) => role.registers?.form === registers.form)
  if (other?.name !== name)
    path.report({
      slug: 'registration_twice',
      message: `表单“${registers.form}”已是“${other?.title}”的注册表单，一个表单只能注册一类用户`,
      found: registers.form,
    })
  const fieldNames = new Set(forms.get(registers.form)?.fields.map((field) => field.name))
  // Without text messages no number can be verified.
  const sends = operations.some(({ value }) => value.id === SENDS)
  const needed = ACCOUNT_FIELDS.filter((field) => sends || !SMS_FIELDS.includes(field))
  const lacking = needed.filter((field) => !fieldNames.has(field))
  if (lacking.length > 0)
    path.report({
      slug: 'registration_fields',
      message: `“${title}”的注册表单缺少账号所必需的字段：${lacking.join('、')}`,
      found: registers.form,
    })
  if (
    !operations.some(({ value }) => value.form === registers.form) &&
    here.context.invalidIds('api').length === 0
  )
    path.report({
      slug: 'registration_unserved',
      message: `没有接口接收“${title}”的注册：请在 schemas/api 中写一个以“${registers.form}”为 form 的接口`,
      found: registers.form,
    })
}
