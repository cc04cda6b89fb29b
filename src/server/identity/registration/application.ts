// Extracts the stored answers of a registration, without secrets, and the name of the account.

import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { toStored } from '#server/platform/validation/to-stored.ts'
import type { FormBody } from '#server/platform/validation/validate-form.ts'
import { ACCOUNT_FIELDS } from '#shared/access/roles.ts'
import { SENSITIVE_CONSENT } from '#shared/access/sensitive-consent.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import type { FormModel } from '#shared/model/content-model.ts'

const OWN = new Set<string>([...ACCOUNT_FIELDS, SENSITIVE_CONSENT])
/** The first of these that is given is what others see. */
export const NAME_FIELDS = ['orgName', 'forceName', 'realName'] as const
/** Of these those that name an organisation. */
export const ORGANISATION_FIELDS = ['orgName', 'forceName'] as const
/** The first of these that is given is where a person works. */
export const UNIT_FIELDS = [...ORGANISATION_FIELDS, 'workUnit'] as const

/** Refuses rich text that sanitising left nothing of. */
export function toApplication(form: FormModel, body: FormBody): JsonObject {
  return toStored(
    form.fields.filter(({ name }) => !OWN.has(name)),
    body,
  ) as JsonObject // made of JSON
}

export function toName(application: JsonObject, userName: string): string {
  const name = NAME_FIELDS.map((key) => application[key]).find((value) => typeof value === 'string')
  return typeof name === 'string' ? cutLetters(name, 60) : userName
}
