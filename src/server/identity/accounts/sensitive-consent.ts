// Owns the consent to sensitive data as it is kept with an account, and its withdrawal, which erases what it was for.

import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call } from '#server/platform/call.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { sealAnswers } from '#server/platform/secrets/seal-fields.ts'
import type { FormBody } from '#server/platform/validation/validate-form.ts'
import { SENSITIVE_CONSENT } from '#shared/access/sensitive-consent.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import { requireOwnAccount } from './require-own-account.ts'

/** What to write beside the answers; nothing where none of them is sensitive. */
export function consentOf(form: FormModel, body: FormBody, now: Date): { sensitiveConsent?: JsonObject } {
  if (!form.sensitive || body[SENSITIVE_CONSENT] !== true) return {}
  const fields = form.sensitive.fields.filter((name) => body[name] !== undefined && body[name] !== null)
  return { sensitiveConsent: { version: form.sensitive.version, at: now.toISOString(), fields } }
}

/** Everything that any form calls sensitive goes, whichever way it came in. */
export async function withdrawConsent(call: Call): Promise<null> {
  const { services } = call
  const { id } = await requireOwnAccount(call)
  const names = new Set(services.model().forms.flatMap(({ sensitive }) => sensitive?.fields ?? []))
  await services.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('account')
      .select(['application', 'sensitiveConsent'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Nothing was consented to: nothing to take back.
    if (!row.sensitiveConsent) return
    const kept = Object.entries(row.application ?? {}).filter(([name]) => !names.has(name))
    await transaction
      .updateTable('account')
      .set({
        application: row.application ? sealAnswers(services, Object.fromEntries(kept)) : null,
        idCard: null,
        sensitiveConsent: null,
        updatedAt: services.clock(),
      })
      .where('id', '=', id)
      .execute()
    const { version } = row.sensitiveConsent
    await auditAccountAction(call, { action: 'account.withdrawConsent', detail: { version } }, transaction)
  })
  return null
}
