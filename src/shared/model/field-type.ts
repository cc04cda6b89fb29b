// Derives the type of a field from its schema and annotations, for the compiler, and for forms with nested fields.
import type { FieldType } from './content-model.ts'

type Raw = Readonly<Record<string, unknown>>

const COMMON_TYPES: Readonly<Record<string, FieldType>> = { region: 'region', mobile: 'mobile' }

/**
 * Returns the type of a field by its schema and annotations. `common` is the name of the common schema that the
 * field refers to, such as `region`.
 *
 * @example
 * fieldTypeOf({ type: 'string', 'x-dict': 'level' }) // → 'dict'
 * fieldTypeOf({ type: 'array', items: { type: 'object' } }) // → 'object-list'
 * fieldTypeOf({ type: 'string' }, 'region') // → 'region'
 */
export function fieldTypeOf(raw: Raw, common?: string): FieldType {
  const isArray = raw.type === 'array'
  if (raw['x-type']) return raw['x-type'] as FieldType
  if (raw['x-dict']) return isArray ? 'dict-list' : 'dict'
  if (raw['x-ref-by']) return 'ref'
  if (raw['x-ref']) return isArray ? 'ref-list' : 'ref'
  if (common && COMMON_TYPES[common]) return COMMON_TYPES[common]
  // The widget decides the type only if the value's own type leaves it open.
  const widget = raw.type === undefined || raw.type === 'string' || isArray ? raw['x-widget'] : undefined
  if (widget === 'rich-text') return 'rich-text'
  if (widget === 'textarea') return 'long-text'
  if (widget === 'image') return isArray ? 'image-list' : 'image'
  if ((widget === 'upload' || widget === 'video') && isArray) return 'file-list'
  if (raw.format === 'date') return 'date'
  if (raw.format === 'date-time') return 'date-time'
  if (raw.format === 'uri') return 'url'
  if (raw.format === 'mobile') return 'mobile'
  if (isArray) return (raw.items as Raw | undefined)?.type === 'object' ? 'object-list' : 'text-list'
  if (raw.type === 'number' || raw.type === 'integer' || raw.type === 'boolean' || raw.type === 'object')
    return raw.type
  return 'text'
}
