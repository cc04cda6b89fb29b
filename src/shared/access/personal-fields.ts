// Owns which fields hold what is private about a person.
import type { Field, JsonSchema } from '#shared/model/content-model.ts'

const FORMATS: ReadonlySet<unknown> = new Set(['mobile', 'id-card', 'telephone', 'email'])

/** Numbers by which a person is known or reached, what is secret, and lists that hold such. */
export function isPersonal({ type, schema }: Pick<Field, 'type' | 'schema'>): boolean {
  return (
    type === 'mobile' || hasSubschema(schema, (part) => part['x-secret'] === true || FORMATS.has(part.format))
  )
}

/** What may hold such a number: also a text in the person's own words that says it is about a person (`x-personal`). */
export function canContainNumber(field: Pick<Field, 'type' | 'schema'>): boolean {
  return isPersonal(field) || hasSubschema(field.schema, (part) => part['x-personal'] === true)
}

/** What goes with its owner's account: what may hold numbers, and what not everybody sees. */
export function isErased(field: Pick<Field, 'type' | 'schema' | 'visible'>): boolean {
  return field.visible !== undefined || canContainNumber(field)
}

/** What is encrypted where it is stored (`x-secret`), and lists that hold such. */
export function isSecret({ schema }: Pick<Field, 'schema'>): boolean {
  return hasSubschema(schema, (part) => part['x-secret'] === true)
}

function hasSubschema(schema: JsonSchema, isMeant: (part: JsonSchema) => boolean): boolean {
  const { items, properties } = schema as { items?: JsonSchema; properties?: Record<string, JsonSchema> }
  const parts = [...(items ? [items] : []), ...Object.values(properties ?? {})]
  return isMeant(schema) || parts.some((part) => hasSubschema(part, isMeant))
}
