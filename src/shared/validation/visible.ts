// Owns which fields of a form a person's answers hide, since a hidden field is neither required nor stored.
import { holds } from '../condition.ts'
import type { FormModel, JsonSchema } from '../content-model.ts'

export type FormData = Readonly<Record<string, unknown>>

/** What a condition may ask of the person who fills in the form. */
export interface FormUser {
  readonly signedIn: boolean
  readonly id?: string
  readonly role?: string
  readonly type?: string
  readonly black?: boolean
}

export const NOBODY: FormUser = { signedIn: false }

const NOTHING_HIDDEN: ReadonlySet<string> = new Set()
const MOST_CACHED = 64

/**
 * Names of the fields that do not apply. A hidden field's value reads as missing in the conditions of
 * others, so the answer is settled in rounds; a ring of conditions ends after as many rounds as there are
 * conditions, the same everywhere.
 */
export function hiddenFields(
  form: Pick<FormModel, 'conditions'>,
  data: FormData,
  user: FormUser,
): ReadonlySet<string> {
  const conditions = Object.entries(form.conditions)
  if (conditions.length === 0) return NOTHING_HIDDEN
  let hidden: ReadonlySet<string> = NOTHING_HIDDEN
  for (let round = 0; round <= conditions.length; round += 1) {
    const scope = { form: withoutFields(data, hidden), user }
    const next = new Set(conditions.filter(([, condition]) => !holds(condition, scope)).map(([name]) => name))
    if (next.size === hidden.size && [...next].every((name) => hidden.has(name))) return hidden
    hidden = next
  }
  return hidden
}

export function withoutFields(data: FormData, hidden: ReadonlySet<string>): FormData {
  if (hidden.size === 0) return data
  return Object.fromEntries(Object.entries(data).filter(([name]) => !hidden.has(name)))
}

const effective = new WeakMap<JsonSchema, Map<string, JsonSchema>>()

/** The form's schema without the hidden fields: neither required nor allowed. Same object for the same set. */
export function effectiveSchema(schema: JsonSchema, hidden: ReadonlySet<string>): JsonSchema {
  if (hidden.size === 0) return schema
  const key = [...hidden].sort().join(' ')
  const known = effective.get(schema) ?? new Map<string, JsonSchema>()
  effective.set(schema, known)
  const found = known.get(key)
  if (found) return found
  const built: JsonSchema = {
    ...schema,
    properties: withoutFields((schema.properties ?? {}) as FormData, hidden),
    required: ((schema.required ?? []) as string[]).filter((name) => !hidden.has(name)),
  }
  if (known.size >= MOST_CACHED) known.clear()
  known.set(key, built)
  return built
}
