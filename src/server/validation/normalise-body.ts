// Owns the tidying of a body before it is validated: trimmed texts, nothing where nothing was meant.
import { isEmpty } from '../../shared/condition.ts'
import type { JsonSchema } from '../../shared/content-model.ts'
import { normalisePayload } from '../../shared/normalise.ts'
import { normaliseValue } from '../../shared/validation/prepare.ts'

/** Inputs in which every character counts. */
const VERBATIM = new Set(['password', 'rich-text', 'textarea'])

/** Empty, 'null' and 'Invalid date' come out as absent (API-05), so that a required field is missed by name. */
export function normaliseBody(body: unknown, schema: JsonSchema): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body ?? {}
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  const tidy: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    const kept = tidyValue(value, own ?? {})
    if (own === undefined || !isEmpty(kept)) tidy[name] = kept
  }
  return tidy
}

function tidyValue(value: unknown, schema: JsonSchema): unknown {
  if (typeof value === 'string' && VERBATIM.has(String(schema['x-widget']))) return value
  return normalisePayload(normaliseValue(value === 'undefined' ? null : value, schema))
}
