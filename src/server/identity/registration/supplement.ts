// Handles the resubmission of a refused application: shows the reason, accepts corrections.

import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { adoptFiles } from '#server/files/waiting-files.ts'
import { findPosing } from '#server/identity/accounts/refuse-reserved-names.ts'
import { consentOf } from '#server/identity/accounts/sensitive-consent.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Call } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { sealAnswers } from '#server/platform/secrets/seal-fields.ts'
import { validateForm } from '#server/platform/validation/validate-form.ts'
import { ACCOUNT_FIELDS } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import { perModel } from '#shared/model/per-model.ts'
import { NOBODY } from '#shared/validation/visible-fields.ts'
import { toApplication, toName } from './application.ts'
import { namesIn, requireForm } from './register.ts'
import { findMissingPapers, papersOf } from './require-own-papers.ts'

const LIVES = 2 * 3_600_000

const digestOf = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Given to who signed in with the right password; opens this one application and nothing else. */
export async function newSupplementKey(db: Kysely<Schema>, accountId: string, now: Date): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  await db
    .updateTable('account')
    .set({ supplementDigest: digestOf(key), supplementUntil: new Date(now.getTime() + LIVES) })
    .where('id', '=', accountId)
    .execute()
  return key
}

async function requireRefused({ services }: Call, key: string) {
  const row = await services.db
    .selectFrom('account')
    .select(['id', 'userName', 'name', 'role', 'application', 'refusal', 'receiptNo'])
    .where('supplementDigest', '=', digestOf(key))
    .where('supplementUntil', '>', services.clock())
    .where('status', '=', ACCOUNT.refused)
    .executeTakeFirst()
  if (!row) throw new Failure('NOT_FOUND', { message: '补正链接已失效，请重新登录后再试' })
  return row
}

/** The registration form without what stays as it is. */
export const withoutAccountFields = perModel((form: FormModel): FormModel => {
  const own = new Set<string>(ACCOUNT_FIELDS)
  const { agreement: _given, ...rest } = form
  const properties = Object.entries((form.schema.properties ?? {}) as object)
  return {
    ...rest,
    schema: {
      ...form.schema,
      properties: Object.fromEntries(properties.filter(([name]) => !own.has(name))),
      required: ((form.schema.required ?? []) as string[]).filter((name) => !own.has(name)),
    },
    fields: form.fields.filter(({ name }) => !own.has(name)),
  }
})

export async function readSupplement(call: Call): Promise<unknown> {
  const row = await requireRefused(call, String(call.params.key))
  const form = requireForm(call, row.role)
  const { role: type, refusal: reason, receiptNo, userName, application } = row
  return { type, form: form.id, title: form.title, userName, reason, receiptNo, data: application ?? {} }
}

export async function handInSupplement(call: Call): Promise<unknown> {
  const { services, request } = call
  const { key, data } = bodyOf<'auth.supplement'>(call)
  const { id, role, userName, receiptNo, name: known } = await requireRefused(call, key)
  const form = withoutAccountFields(requireForm(call, role))
  const body = validateForm(form, data, { user: NOBODY, now: services.clock() })
  const application = toApplication(form, body)
  const posing =
    toName(application, userName) === known
      ? []
      : await findPosing(services, namesIn(body), { isExamined: true })
  const by = { accountId: id, visitors: request.visitor.all() }
  const errors = [...posing, ...(await findMissingPapers(services.db, form, body, by))]
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
  await services.db.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable('account')
      .set({
        status: ACCOUNT.waiting,
        application: sealAnswers(services, application),
        name: toName(application, userName),
        ...consentOf(form, body, services.clock()),
        refusal: null,
        supplementDigest: null,
        supplementUntil: null,
        updatedAt: services.clock(),
      })
      .where((eb) => eb.and({ id, status: ACCOUNT.refused, supplementDigest: digestOf(key) }))
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new Failure('WRONG_STATE')
    await adoptFiles(transaction, id, papersOf(form, body))
    const { address, id: requestId } = request
    const entry = { actor: id, action: 'auth.supplement', target: id, result: 'ok' } as const
    await services.audit({ ...entry, address, requestId }, transaction)
  })
  services.cache.changed('application')
  return { id, receiptNo, status: ACCOUNT.waiting }
}
