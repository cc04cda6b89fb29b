// Provides an ordinary user made for one test, with a mobile number and a password of their own.
import { randomUUID } from 'node:crypto'
import type { Model } from '#shared/model/model.ts'
import { seeded } from '../../shared/validation/random-schema.ts'
import { hearCaptcha } from '../../support/hear-captcha.ts'
import { validAnswers } from '../../support/valid-answers.ts'
import { callPortal } from './operator.ts'

export interface Person {
  readonly userName: string
  readonly password: string
  readonly mobile: string
}

/** Registered behind the browser's back; another person for each seed. */
export async function newPerson(url: string, model: Model, seed: number, from?: string): Promise<Person> {
  const form = model.forms.find(({ id }) => id === 'registerOrdinary')
  if (!form) throw new Error('no form registerOrdinary')
  const answers = validAnswers(seeded(seed), form, 0)
  const mobile = String(answers.mobile)
  const uuid = randomUUID()
  const spoken = await fetch(`${url}/newapi/api/captcha.wav?uuid=${uuid}`)
  const captcha = hearCaptcha(new Uint8Array(await spoken.arrayBuffer()))
  const asked = { mobile, uuid, captcha }
  const { ticket } = await callPortal<{ ticket: string }>(url, '/api/sms/ticket', '', asked, from)
  const { demoCode } = await callPortal<{ demoCode: string }>(
    url,
    `/api/sms/sendCode?mobile=${mobile}&ticket=${ticket}`,
    '',
    undefined,
    from,
  )
  const agreement = form.agreement?.version
  await callPortal(url, '/v2/register/ordinary', '', { ...answers, smsCode: demoCode, agreement }, from)
  return { userName: String(answers.userName), password: String(answers.password), mobile }
}
