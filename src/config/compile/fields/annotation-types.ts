// Declares the field types that each field annotation supports; on others it has no effect, and is refused.

import { DEFAULT_WIDGETS } from '#shared/forms/default-widgets.ts'
import { FIELD_TYPES, type FieldType } from '#shared/model/content-model.ts'

const ALL = FIELD_TYPES
const TEXTS: readonly FieldType[] = ['text', 'mobile', 'url', 'dict', 'ref', 'region']
const NUMBERS: readonly FieldType[] = ['number', 'integer']
const DATES: readonly FieldType[] = ['date', 'date-time']

/** In the order of `fieldSchema` in schemas/config/common.schema.json; a test holds both together. */
export const ANNOTATION_TYPES: Readonly<Record<string, readonly FieldType[]>> = {
  'x-dict': ['dict', 'dict-list'],
  'x-ref': ['ref', 'ref-list'],
  'x-ref-by': ['ref'],
  // Copied as they stand; files belong to who uploaded them.
  'x-from': ALL.filter(
    (type) => !['image', 'image-list', 'file-list', 'rich-text', 'object', 'object-list'].includes(type),
  ),
  'x-of': ['dict'],
  'x-parameters': ['object'],
  'x-unit': [...NUMBERS, 'text'],
  'x-better': NUMBERS,
  'x-step': NUMBERS,
  'x-search': ['text', 'long-text', 'rich-text', 'text-list', 'dict', 'dict-list', 'region', 'url', 'ref'],
  'x-filter': ALL.filter((type) => DEFAULT_WIDGETS[type].filter !== undefined),
  'x-sort': ALL.filter((type) => DEFAULT_WIDGETS[type].sortable),
  // The database finds files and items by the values of these types.
  'x-secret': ALL.filter(
    (type) => !['ref', 'ref-list', 'image', 'image-list', 'file-list', 'rich-text'].includes(type),
  ),
  'x-personal': ALL,
  'x-visible': ALL,
  'x-set': ALL,
  'x-sensitive': ALL,
  'x-widget': ALL,
  'x-options': ALL,
  'x-placeholder': ALL.filter((type) => !['boolean', 'object', 'object-list'].includes(type)),
  'x-help': ALL,
  'x-type': ALL,
  // Of a few values each would be taken soon, for good.
  'x-unique': [...TEXTS.filter((type) => type !== 'dict'), 'integer', 'date'],
  'x-required-when': ALL,
  'x-holds': ['ref', 'ref-list'],
  'x-follows': ALL,
  'x-demands': ['ref'],
  'x-same': ['text', 'mobile', 'url', ...NUMBERS],
  'x-number': NUMBERS,
  'x-settings': ['text'],
  // A month is a text with a pattern.
  'x-past': ['date', 'text'],
  'x-age': ['date', 'text'],
  'x-date': DATES,
  // The types of the values that a registration also holds.
  'x-prefill': ['text', 'long-text', 'mobile', 'dict', 'region'],
}

/** Annotations that concern stored records. They have no effect on the answers of a form on its own. */
export const RECORD_ANNOTATIONS: ReadonlySet<string> = new Set([
  'x-from',
  'x-follows',
  'x-holds',
  'x-demands',
  'x-settings',
  'x-search',
  'x-filter',
  'x-sort',
])

/** The JSON types that each of these annotations supports, before it determines the field's type. */
export const ANNOTATION_JSON: Readonly<Record<string, readonly string[]>> = {
  'x-dict': ['string', 'array'],
  'x-ref': ['string', 'array'],
  'x-ref-by': ['string'],
}

/** Inside a group or a row an annotation works where the value's own schema carries it. */
export const NESTED_ANNOTATIONS: ReadonlySet<string> = new Set([
  'x-dict',
  'x-secret',
  'x-personal',
  'x-unit',
  'x-widget',
  'x-options',
  'x-placeholder',
  'x-help',
  'x-date',
])
