// Tells which fields hold personal data.
import type { Field } from '#shared/model/content-model.ts'
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

/**
 * Returns true if the field may contain such a number. A text in the person's own words counts if it is marked
 * `x-personal`.
 */
export function canContainNumber(field: Pick<Field, 'type' | 'schema'>): boolean {
  return isPersonal(field) || hasSubschema(field.schema, (part) => part['x-personal'] === true)
}

/** Returns true if the value is erased with its owner's account: it may contain numbers, or not everybody sees it. */
export function isErased(field: Pick<Field, 'type' | 'schema' | 'visible'>): boolean {
  return field.visible !== undefined || canContainNumber(field)
}

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
