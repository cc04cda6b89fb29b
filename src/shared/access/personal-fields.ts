// Tells which fields hold personal data.
import type { Field, FormModel, PersonalUse, Retention } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'

const FORMATS: ReadonlySet<unknown> = new Set(['mobile', 'id-card', 'telephone', 'email'])

/**
 * Returns true if the field, or a part inside it, contains personal data: numbers that identify or reach a person
 * (mobile, telephone, e-mail, identity card), or values that are stored encrypted.
 *
 * @example
 * isPersonal({ type: 'text', schema: { type: 'string', format: 'email' } }) // → true
 * isPersonal({ type: 'text', schema: { type: 'string' } }) // → false
 */
export function isPersonal({ type, schema }: Pick<Field, 'type' | 'schema'>): boolean {
  return (
    type === 'mobile' || hasSubschema(schema, (part) => part['x-secret'] === true || FORMATS.has(part.format))
  )
}

/** Returns true if the field is personal: it contains such data, or is marked `x-personal` or `x-sensitive`. */
export function canContainNumber(field: Pick<Field, 'type' | 'schema'>): boolean {
  return isPersonal(field) || hasSubschema(field.schema, (part) => part['x-personal'] === true)
}

/** Returns true if the value is erased with its owner's account: it is personal, or not everybody sees it. */
export function isErased(field: Pick<Field, 'type' | 'schema' | 'visible'>): boolean {
  return field.visible !== undefined || canContainNumber(field)
}

/** The personal fields of a form or content type: those that have a retention and stand in the data map. */
export const personalFieldsOf = ({ fields }: { readonly fields: readonly Field[] }): Field[] =>
  fields.filter((field) => !field.system && canContainNumber(field))

/** Purpose and retention of a personal field: its own, else those of its form or content type. */
export function personalUseOf(
  { personal: form = {} }: Pick<FormModel, 'personal'>,
  { personal }: Pick<Field, 'personal'>,
): PersonalUse {
  return personal ? { ...form, ...personal } : form
}

const DAY_MS = 86_400_000

/** In milliseconds; a year has 365 days. */
export const retentionOf = ({ years = 0, days = 0 }: Retention): number => (years * 365 + days) * DAY_MS

/**
 * Returns true if the value is stored encrypted (`x-secret`), or contains such values, as a list of them does.
 *
 * @example
 * isSecret({ schema: { type: 'string', 'x-secret': true } }) // → true
 * isSecret({ schema: { type: 'string', format: 'mobile' } }) // → false
 */
export function isSecret({ schema }: Pick<Field, 'schema'>): boolean {
  return hasSubschema(schema, (part) => part['x-secret'] === true)
}

function hasSubschema(schema: JsonSchema, isMeant: (part: JsonSchema) => boolean): boolean {
  const { items, properties } = schema as { items?: JsonSchema; properties?: Record<string, JsonSchema> }
  const parts = [...(items ? [items] : []), ...Object.values(properties ?? {})]
  return isMeant(schema) || parts.some((part) => hasSubschema(part, isMeant))
}
