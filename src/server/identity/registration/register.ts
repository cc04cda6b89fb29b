// Registers an account: validates the form, verifies the SMS code, stores the application.

import { randomUUID } from 'node:crypto'
import { adoptFiles } from '#server/files/waiting-files.ts'
import {
  isMobileTaken,
  isNameTaken,
  MOBILE_TAKEN,
  NAME_TAKEN,
  toDuplicateError,
} from '#server/identity/accounts/duplicates.ts'
import { findPasswordErrors } from '#server/identity/accounts/find-password-errors.ts'
import { hashPassword } from '#server/identity/accounts/passwords.ts'
import { findPosing } from '#server/identity/accounts/refuse-reserved-names.ts'
import { findSameIdentity, identitiesIn } from '#server/identity/accounts/same-identity.ts'
import { consentOf } from '#server/identity/accounts/sensitive-consent.ts'
import {
  consumeSmsCode,
  requireSmsCode,
  type SmsCredentials,
  wrongSmsCode,
} from '#server/identity/sms/require-sms-code.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Call } from '#server/platform/call.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { requireQuota } from '#server/platform/limits/require-quota.ts'
import { findAnswer, once, toIdempotencyKey } from '#server/platform/operations/idempotency.ts'
import { takeReceiptNumber } from '#server/platform/operations/receipt-number.ts'
import { sealAnswers } from '#server/platform/secrets/seal-fields.ts'
import type { FormBody } from '#server/platform/validation/validate-form.ts'
import type { Role } from '#shared/access/roles.ts'
import { Failure, type FieldError } from '#shared/calls/errors.ts'
import { agreementVersion } from '#shared/forms/agreement.ts'
import { REGISTERING } from '#shared/identity/sms-purposes.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import { NAME_FIELDS, toApplication, toName, UNIT_FIELDS } from './application.ts'
import { formOf, needsApproval } from './registrations.ts'
import { findMissingPapers, papersOf } from './require-own-papers.ts'

export interface RegistrationAnswer {
  readonly id: string
  readonly receiptNo: string
  readonly status: string
  /** A hint for the applicant besides the result. */
  readonly notice?: string
}

/** The answers of every registration, guaranteed by the validation of the configuration. */
interface Common {
  readonly userName: string
  readonly password: string
  readonly passwordAgain: string
  readonly mobile?: string
  readonly smsCode?: string
}

const PER_ADDRESS = { most: 30, span: 3_600_000 }

export async function register(call: Call, operation: string, type: Role): Promise<RegistrationAnswer> {
  const { services, request } = call
  const claim = toIdempotencyKey({ call, operation: { id: operation } })
  const earlier = claim && (await findAnswer(services.db, claim))
  if (earlier) return earlier as RegistrationAnswer // what this call stored
  await requireQuota(call, `register:${networkOf(request.address)}`, PER_ADDRESS)
  const form = requireForm(call, type)
  const body = call.body as FormBody
  const common = call.body as Common // judged by the form
  const application = toApplication(form, body)
  const errors = await findErrors(call, type, form, common, body)
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
  const proof = toSmsCredentials(form, common)
  if (proof) await requireSmsCode(call, REGISTERING, proof)
  const [passwordHash, receiptNo] = await Promise.all([
    hashPassword(common.password),
    takeReceiptNumber(services.db, services.clock()),
  ])
  const { userName, mobile = null } = common
  const answer = {
    id: randomUUID(),
    receiptNo,
    status: needsApproval(services.model(), type) !== false ? ACCOUNT.waiting : ACCOUNT.active,
  }
  const now = services.clock()
  const row = {
    ...answer,
    userName,
    mobile,
    passwordHash,
    role: type,
    name: toName(application, userName),
    form: form.id,
    application: sealAnswers(services, application),
    agreement: form.agreement ? agreementVersion(form.agreement) : null,
    ...consentOf(form, body, now),
    createdAt: now,
    updatedAt: now,
  }
  const store = async (db: typeof services.db): Promise<RegistrationAnswer> => {
    if (proof) await consumeSmsCode(db, call, REGISTERING, proof)
    await db.insertInto('account').values(row).execute()
    await adoptFiles(db, row.id, papersOf(form, body))
    const { address, id: requestId } = request
    const entry = { actor: row.id, action: 'auth.register', target: row.id, result: 'ok' } as const
    await services.audit({ ...entry, address, requestId, detail: { type, receiptNo } }, db)
    return answer
  }
  try {
    const stored = await services.db
      .transaction()
      .execute((transaction) =>
        claim ? once(transaction, claim, () => store(transaction)) : store(transaction),
      )
    if (stored.status === ACCOUNT.waiting) services.cache.changed('application')
    return { ...stored, ...(await noticeOf(call, application, stored.id)) }
  } catch (error) {
    const taken = toDuplicateError(error)
    if (taken) throw new Failure('BAD_INPUT', { errors: [taken] })
    throw error
  }
}

const SAME_IDENTITY =
  '您填写的身份证号已用于另一个账号。申请已收到，审核人员会向您核实；如果那是您本人的账号，可以直接登录或找回密码，不必重复注册'

/** It is asked about, not refused: the number may have been used by somebody else. */
async function noticeOf({ services }: Call, application: JsonObject, id: string) {
  const same = await findSameIdentity(services, identitiesIn(services.model(), application), id)
  return same.length > 0 ? { notice: SAME_IDENTITY } : {}
}

export function requireForm({ services }: Call, type: Role): FormModel {
  const form = services.model().forms.find(({ id }) => id === formOf(services.model(), type))
  if (!form) throw new Failure('NOT_FOUND')
  return form
}

/** Null where the form asks for none, as in a portal that sends no text messages. */
function toSmsCredentials({ fields }: FormModel, { mobile, smsCode }: Common): SmsCredentials | null {
  if (!fields.some(({ name }) => name === 'smsCode')) return null
  if (mobile === undefined || smsCode === undefined) throw wrongSmsCode()
  return { mobile, smsCode }
}

/** Returns the names under which others may see the account. */
export const namesIn = (body: Readonly<Record<string, unknown>>) =>
  NAME_FIELDS.map((field) => [field, body[field]] as const)

const isText = (value: unknown): value is string => typeof value === 'string'

async function findErrors(
  { services, request }: Call,
  type: Role,
  form: FormModel,
  common: Common,
  body: FormBody,
): Promise<FieldError[]> {
  const { userName, mobile } = common
  const { db } = services
  const errors = [
    ...((await isNameTaken(db, userName)) ? [NAME_TAKEN] : []),
    ...(mobile !== undefined && (await isMobileTaken(db, mobile)) ? [MOBILE_TAKEN] : []),
    ...(await findPosing(services, [['userName', userName], ...namesIn(body)], {
      isExamined: needsApproval(services.model(), type) !== false,
    })),
    ...findPasswordErrors(common, {
      account: [userName, ...(mobile === undefined ? [] : [mobile])],
      names: [...NAME_FIELDS, ...UNIT_FIELDS].map((field) => body[field]).filter(isText),
    }),
  ]
  // Reports a repeated registration first: its files belong to the first application.
  if (errors.length > 0) return errors
  return findMissingPapers(db, form, body, { accountId: null, visitors: request.visitor.all() })
}
