// Masks phone numbers, identity numbers, addresses of persons, and values that are stored encrypted.

import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { alwaysOf } from './field-read-access.ts'
import { mask } from './mask.ts'
import { canContainNumber, isSecret } from './personal-fields.ts'
import { isForMembers } from './roles.ts'

type Typed = Pick<Field, 'type' | 'schema'>

/** `13800001234` becomes `138****1234`, `440524188001010014` becomes `440************014`. */
export function maskIdentity(field: Typed, value: string): string {
  if (field.type === 'mobile' || field.schema.format === 'mobile') return mask(value, 3, 4)
  if (field.schema.format === 'id-card') return mask(value, 3, 3)
  return value
}

/** Returns true if lists mask the field for everybody, even where it is public. */
export const isMaskedInLists = ({ type, schema }: Typed): boolean =>
  type === 'mobile' || schema.format === 'mobile' || schema.format === 'id-card'

/** The same for every way to reach a person. */
export function maskContact(field: Typed, value: string): string {
  if (field.schema.format === 'telephone') return mask(value, 0, 4)
  if (field.schema.format === 'email') return maskAddress(value)
  if (isPersonalText(field)) return maskWithin(value)
  return maskIdentity(field, value)
}

/** A text in somebody's own words: no date, no choice, no id of a file or an item. */
const isPersonalText = ({ type, schema }: Typed): boolean =>
  schema['x-personal'] === true &&
  (type === 'text' || type === 'long-text') &&
  ['format', 'enum', 'x-dict', 'x-picked', 'x-uploaded'].every((key) => schema[key] === undefined)

const maskAddress = (text: string): string => text.replace(/([^\s@])[^\s@]*(?=@)/gu, '$1***')

/** Of a text in a person's own words: `微信同号 13800001234` becomes `微信同号 138****1234`. */
const maskWithin = (text: string): string =>
  maskAddress(text).replace(/\d(?:[ -]?\d){6,}/g, (number) => mask(number, 3, number.length > 9 ? 4 : 2))

/**
 * The value with every personal number in it masked, also inside lists and groups. What is encrypted as a choice of a
 * dictionary or as a long text stays: only its readers get it, and each reading is logged.
 */
export function maskValue(field: Typed & { readonly dict?: string | undefined }, value: unknown): unknown {
  if (typeof value === 'string') {
    const masked = maskContact(field, value)
    if (masked !== value || !hidesText(field)) return masked
    return mask(value, 3, 3)
  }
  if (Array.isArray(value)) {
    const words = field.type === 'text-list' ? { 'x-personal': field.schema['x-personal'] } : {}
    const items: JsonSchema = { ...words, ...(field.schema.items as JsonSchema | undefined) }
    return value.map((entry) => maskValue(toPart(items), entry))
  }
  if (typeof value !== 'object' || value === null) return value
  const properties = (field.schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, maskValue(toPart(properties[name] ?? {}), entry)]),
  )
}

/** Encrypted, and one line of its own words: a number of a paper. */
const hidesText = ({ type, schema, dict }: Typed & { readonly dict?: string | undefined }): boolean =>
  schema['x-secret'] === true && type === 'text' && dict === undefined && schema['x-dict'] === undefined

const toPart = (schema: JsonSchema) => ({
  type: 'text' as const,
  schema,
  ...(typeof schema['x-dict'] === 'string' ? { dict: schema['x-dict'] } : {}),
})

/**
 * Returns true if the server masks the field for everybody except the owner; another call returns the whole number. A
 * number that its field opens to everybody is meant to be called, and so is a unit's telephone that members or
 * readers of a public item may see.
 */
export function isMaskedFor({ lifecycle }: Pick<ContentType, 'lifecycle'>, field: Field): boolean {
  const { visible } = field
  if (!canContainNumber(field)) return false
  if (isSecret(field)) return true
  if (visible?.includes('anyone')) return false
  if (containsIdentity(field)) return true
  if (visible) return !isForMembers(alwaysOf(visible))
  return !Object.values(lifecycle.states).some(
    ({ readers }) => readers === undefined || isForMembers(readers),
  )
}

function containsIdentity({ type, schema }: Typed): boolean {
  if (isMaskedInLists({ type, schema })) return true
  const { items, properties } = schema as { items?: JsonSchema; properties?: Record<string, JsonSchema> }
  return [...(items ? [items] : []), ...Object.values(properties ?? {})].some((part) =>
    containsIdentity({ type: 'text', schema: part }),
  )
}

/** Replaces values that came back masked by the stored ones: an editor need not see a number to keep it. */
export function withUnmasked(
  fields: readonly Field[],
  sent: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const kept = fields.filter(
    (field) => isMaskedValue(field, sent[field.name]) && isSame(sent[field.name], field, stored[field.name]),
  )
  return { ...sent, ...Object.fromEntries(kept.map(({ name }) => [name, stored[name]])) }
}

const isSame = (sent: unknown, field: Field, stored: unknown): boolean =>
  JSON.stringify(sent) === JSON.stringify(maskValue(field, stored))

/** Returns true if the value is masked and the whole one can be requested. */
export function isMaskedValue(field: Typed, value: unknown): boolean {
  // The text first: tables ask this of each cell, and few values have stars.
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '')
  return text.includes('**') && canContainNumber(field)
}
