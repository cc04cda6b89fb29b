// Owns what is kept of a registration: its answers without secrets, cleaned, and the name it gives the account.

import type { FormModel } from '../../shared/content-model.ts'
import type { FieldError } from '../../shared/errors.ts'
import { SENSITIVE_CONSENT } from '../../shared/sensitive.ts'
import { cleanDeep } from '../content/prepare-body.ts'
import { isBlankRichText, sanitiseRichText } from '../content/sanitise.ts'
import type { JsonObject } from '../database/schema.ts'
import type { FormBody } from '../validation/judge-form.ts'
import { ACCOUNT_FIELDS } from './registrations.ts'

const OWN = new Set<string>([...ACCOUNT_FIELDS, SENSITIVE_CONSENT])
/** The first of these that is given is what others see. */
export const NAME_FIELDS = ['orgName', 'forceName', 'realName'] as const

export function toApplication(form: FormModel, body: FormBody): JsonObject {
  const kept = form.fields
    .filter(({ name }) => !OWN.has(name) && body[name] !== undefined)
    .map(({ name, type }) => {
      const value = body[name]
      const isRich = type === 'rich-text' && typeof value === 'string'
      return [name, isRich ? sanitiseRichText(value) : cleanDeep(value)] as const
    })
  return Object.fromEntries(kept)
}

/** Rich text that sanitising left nothing of. */
export function findBlank(form: FormModel, application: JsonObject): FieldError[] {
  return form.fields
    .filter(({ name, type, required }) => {
      const value = application[name]
      return required && type === 'rich-text' && typeof value === 'string' && isBlankRichText(value)
    })
    .map(({ name, title }) => ({ path: `/${name}`, message: `请填写${title}` }))
}

export function toName(application: JsonObject, userName: string): string {
  const name = NAME_FIELDS.map((key) => application[key]).find((value) => typeof value === 'string')
  return typeof name === 'string' ? name.slice(0, 60) : userName
}
