// Provides a person who registers: her number, the code she gets, the form she hands in.
import { randomUUID } from 'node:crypto'
import { storeCaptcha } from '#server/identity/captcha/captchas.ts'

import type { FormModel } from '#shared/model/content-model.ts'
import { REGISTRATIONS } from '../../../../support/roles.ts'
import type { Answer, TestApp } from '../../../support/test-app.ts'
import { fillForm } from './fill-form.ts'

export const PASSWORD = 'Zhongxin-7788x'

let count = 0

export interface Person {
  readonly userName: string
  readonly mobile: string
  readonly address: string
}

/** Somebody new, at an address of her own. */
export function newPerson(): Person {
  count += 1
  return {
    userName: `person${count}x`,
    mobile: `139${String(10_000_000 + count)}`,
    address: `10.20.${Math.floor(count / 200)}.${count % 200}`,
  }
}

/** What a form of ours gets for a captcha before it asks for a code. */
export async function openForm(app: TestApp, mobile: string, address: string): Promise<string> {
  const [uuid, captcha] = [randomUUID(), 'ACEF']
  await storeCaptcha(app.services.db, uuid, captcha, app.services.clock())
  const answer = await app.post<{ ticket: string }>(
    '/newapi/api/sms/ticket',
    { mobile, uuid, captcha },
    { address },
  )
  if (answer.code !== 0) throw new Error(`No ticket: ${answer.text}`)
  return answer.data.ticket
}

export async function askCode(
  app: TestApp,
  { mobile, address }: Pick<Person, 'mobile' | 'address'>,
  purpose = 'register',
): Promise<string> {
  const path =
    purpose === 'login' ? '/newapi/v2/sms/getLoginCaptcha?' : `/newapi/api/sms/sendCode?purpose=${purpose}&`
  const ticket = await openForm(app, mobile, address)
  const answer = await app.get<{ demoCode: string }>(`${path}mobile=${mobile}&ticket=${ticket}`, { address })
  if (answer.code !== 0) throw new Error(`No code: ${answer.text}`)
  return answer.data.demoCode
}

export function operationOf(app: TestApp, id: string) {
  const operation = app.source.model.operations.find((candidate) => candidate.id === id)
  if (!operation) throw new Error(`No operation ${id}`)
  return operation
}

export function formFor(app: TestApp, operation: string): FormModel {
  const id = operationOf(app, operation).form
  const form = app.source.model.forms.find((candidate) => candidate.id === id)
  if (!form) throw new Error(`No form for ${operation}`)
  return form
}

export async function registrationBody(
  app: TestApp,
  operation: string,
  person: Person,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>> {
  const form = formFor(app, operation)
  const { userName, mobile } = person
  const smsCode = 'smsCode' in more ? more.smsCode : await askCode(app, person)
  const own = { userName, mobile, password: PASSWORD, passwordAgain: PASSWORD, smsCode }
  return { ...(await fillForm(app, form, { ...own, ...more })), agreement: form.agreement?.version }
}

export interface Receipt {
  readonly id: string
  readonly receiptNo: string
  readonly status: string
}

export function handIn(
  app: TestApp,
  operation: string,
  body: unknown,
  { address }: Pick<Person, 'address'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<Receipt>> {
  return app.post<Receipt>(operationOf(app, operation).path, body, { address, headers })
}

export async function registerAs(app: TestApp, operation: string, person: Person = newPerson()) {
  const answer = await handIn(app, operation, await registrationBody(app, operation, person), person)
  return { person, answer }
}

export const OPERATIONS = Object.keys(REGISTRATIONS)
