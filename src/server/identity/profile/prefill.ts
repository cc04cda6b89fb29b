// Returns the caller's account data for a new form: exactly what `x-prefill` names.

import { requireOwnAccount } from '#server/identity/accounts/require-own-account.ts'
import type { Call } from '#server/platform/call.ts'
import { toFormUser } from '#server/platform/validation/form-scope.ts'
import { schemaErrorsOf } from '#server/platform/validation/validate-form.ts'
import { Failure } from '#shared/calls/errors.ts'
import { findErrors, settle } from '#shared/validation/validate-form.ts'

const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** A value that the form would refuse, such as a name that is too long for it, is left out. */
export async function readPrefill(call: Call): Promise<unknown> {
  const form = call.services.model().forms.find(({ id }) => id === call.params.form)
  if (!form) throw new Failure('NOT_FOUND')
  const row = await requireOwnAccount(call)
  const known: Readonly<Record<string, unknown>> = { ...row.application, mobile: row.mobile }
  const found = Object.fromEntries(
    form.fields.flatMap(({ name, prefill = [] }) => {
      const source = prefill.find((one) => hasValue(known[one]))
      return source === undefined ? [] : [[name, known[source]]]
    }),
  )
  const occasion = { now: call.services.clock(), user: toFormUser(call.account) }
  const names = Object.keys(found)
  const errors = findErrors(form, settle(form, found, occasion), occasion, schemaErrorsOf(form), names)
  const refused = new Set(errors.map(({ path }) => path.split('/')[1]))
  return { values: Object.fromEntries(Object.entries(found).filter(([name]) => !refused.has(name))) }
}
