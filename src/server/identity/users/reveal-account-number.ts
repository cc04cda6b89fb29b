// Reveals one masked number of an account or its application to operators who decide on accounts.

import type { Call } from '#server/platform/call.ts'
import { isPersonal } from '#shared/access/personal-fields.ts'
import { Failure } from '#shared/calls/errors.ts'
import { describeAnswers } from './describe-answers.ts'
import { mayDecide, requireUser } from './read-user.ts'

const OWN_TITLES = { mobile: '手机号码', idCard: '身份证号' } as const

const isOwn = (name: string): name is keyof typeof OWN_TITLES => Object.hasOwn(OWN_TITLES, name)

export async function revealOfAccount(call: Call, id: string, name: string) {
  if (!mayDecide(call)) throw new Failure('FORBIDDEN')
  const row = await requireUser(call, id)
  const { services } = call
  const form = services.model().forms.find((one) => one.id === row.form)
  const field = form?.fields.find((one) => one.name === name)
  if (isOwn(name) && row[name] !== null)
    return { field: { name, title: field?.title ?? OWN_TITLES[name] }, subject: row.id, value: row[name] }
  if (!form || !field || !isPersonal(field)) throw new Failure('NOT_FOUND')
  const { answers } = describeAnswers(services.model(), form, row.application)
  const value = answers.find((answer) => answer.name === name)?.value ?? null
  return { field, subject: row.id, value }
}
