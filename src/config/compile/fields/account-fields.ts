// Finds the fields that name somebody by an id from the system: an account, or an entry of a directory.
import type { ContentType, Field } from '#shared/model/content-model.ts'
import { type NamedKind, takenFrom } from '#shared/model/field-source.ts'

/** The type with those fields marked; whose owner may be anonymous is named nowhere. */
export function withNamedFields(type: ContentType, types: ReadonlyMap<string, ContentType>): ContentType {
  const taken = new Set(type.fields.map(({ name }) => name))
  const fields = type.fields.map((field) => {
    const names = taken.has(`${field.name}Title`) ? undefined : namedBy(type, field, types, new Set())
    return names ? { ...field, names } : field
  })
  return { ...type, fields }
}

function namedBy(
  type: ContentType,
  { name, from, type: kind }: Field,
  types: ReadonlyMap<string, ContentType>,
  seen: ReadonlySet<string>,
): NamedKind | undefined {
  if (kind !== 'text' || from === undefined) return undefined
  if (from === 'owner') return type.anonymous === undefined ? 'account' : undefined
  if (from === 'owner.directory') return type.anonymous === undefined ? 'entry' : undefined
  const taken = takenFrom(type, from)
  const parent = types.get(type.fields.find((field) => field.name === taken?.by)?.ref ?? '')
  const place = `${type.name}.${name}`
  // A type may be its own parent.
  if (!parent || !taken || seen.has(place)) return undefined
  const above = taken.field
  if (above === 'owner') return parent.anonymous === undefined ? 'account' : undefined
  const source = parent.fields.find((field) => field.name === above)
  return source && namedBy(parent, source, types, new Set([...seen, place]))
}
