// Checks that an SMS code is sent for the purpose of its form; a code for another purpose is refused.

import type { Context } from '#config/load/context.ts'
import type { Path } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import {
  CODES_SENT,
  CODES_TAKEN,
  REGISTERING,
  SMS_PURPOSES,
  type SmsPurpose,
  USUAL_PURPOSE,
} from '#shared/identity/sms-purposes.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'

interface CodeOptions {
  readonly send?: string
  readonly params?: { readonly purpose?: string }
}

const TAKEN: ReadonlyMap<string, SmsPurpose> = new Map(Object.entries(CODES_TAKEN))
const SENT: ReadonlyMap<string, SmsPurpose> = new Map(Object.entries(CODES_SENT))

/**
 * Returns the purpose of the code that a call takes; undefined for calls that take none, and for a portal's own
 * calls.
 */
const findSmsPurpose = ({ id, registers }: Operation): SmsPurpose | undefined =>
  registers === undefined ? TAKEN.get(id) : REGISTERING

export function checkSmsPurpose(context: Context, form: FormModel, operation: Operation | undefined): void {
  const wanted = operation && findSmsPurpose(operation)
  const document = context.of('form').get(form.id)
  if (operation === undefined || wanted === undefined || !document) return
  for (const [name, { 'x-widget': widget, 'x-options': options = {} }] of Object.entries(
    document.value.fields.properties,
  )) {
    if (widget !== 'sms-code') continue
    const { send = '', params = {} } = options as CodeOptions
    const purpose = SENT.get(send) ?? params.purpose ?? USUAL_PURPOSE
    if (purpose === wanted || !isPurpose(purpose)) continue
    const around: Path = ['fields', 'properties', name, 'x-options']
    const path = SENT.has(send) ? ['send'] : params.purpose === undefined ? ['params'] : ['params', 'purpose']
    new Place(context, document, [...around, ...path]).report('code_purpose', {
      found: purpose,
      expected: wanted,
      operation,
    })
  }
}

/** Any other is refused where it stands. */
const isPurpose = (text: string): boolean => (SMS_PURPOSES as readonly string[]).includes(text)
