// Stores the consent to sensitive data with an account; its withdrawal erases those data.

import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call } from '#server/platform/call.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { sealAnswers } from '#server/platform/secrets/seal-fields.ts'
import type { FormBody } from '#server/platform/validation/validate-form.ts'
import { SENSITIVE_CONSENT } from '#shared/access/sensitive-consent.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import { requireOwnAccount } from './require-own-account.ts'

/** Returns the consent to store with the answers; empty where no answer is sensitive. */
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
    // Nothing is withdrawn without a consent.
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
