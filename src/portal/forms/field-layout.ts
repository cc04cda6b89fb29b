// Owns the place of fields on the page: ids and which of them need the whole width.
import type { Field, FieldType } from '../../shared/content-model.ts'

const WIDE_TYPES = new Set<FieldType>([
  'long-text',
  'rich-text',
  'dict-list',
  'text-list',
  'ref-list',
  'image-list',
  'file-list',
  'object',
  'object-list',
  'region',
])
const WIDE_WIDGETS = new Set([
  'textarea',
  'rich-text',
  'multi-select',
  'tags',
  'agreement',
  'upload',
  'image',
  'video',
])

/** Longest text that fits comfortably into half a row. */
const SHORT_TEXT = 40

export function fieldId(form: string, name: string): string {
  return `${form}-${name}`
}

export function isWide(field: Pick<Field, 'type' | 'schema'>, widget: string): boolean {
  if (WIDE_TYPES.has(field.type) || WIDE_WIDGETS.has(widget)) return true
  const longest = field.schema.maxLength
  return field.type === 'text' && widget === 'text' && typeof longest === 'number' && longest > SHORT_TEXT
}

/** Moves the focus to a field, or to the first control inside a group. */
export function focusField(id: string): void {
  const element = document.getElementById(id)
  if (!element) return
  const isControl = element.matches('input, select, textarea, button, [contenteditable]')
  // A list that is still loading takes no focus.
  const inside = ':is(input, select, textarea, button):not(:disabled)'
  const target = isControl ? element : (element.querySelector<HTMLElement>(inside) ?? element)
  target.focus({ preventScroll: true })
  element.closest('.eq-field')?.scrollIntoView({ block: 'center' })
}
