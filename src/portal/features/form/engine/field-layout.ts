// Computes the layout of fields on the page: ids, and which fields need the whole width or begin a row.
import type { Field, FieldType } from '#shared/model/content-model.ts'
import { type FormRule, otherOf } from '#shared/validation/form-rules.ts'

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

/** The same for a place inside a field, such as `rows.0.unit`. */
export function controlId(form: string, key: string): string {
  return fieldId(form, key.replaceAll('.', '-'))
}

export function isWide(field: Pick<Field, 'type' | 'schema'>, widget: string): boolean {
  if (WIDE_TYPES.has(field.type) || WIDE_WIDGETS.has(widget)) return true
  const longest = field.schema.maxLength
  return field.type === 'text' && widget === 'text' && typeof longest === 'number' && longest > SHORT_TEXT
}

type Named = Pick<Field, 'name'> | undefined

/** Returns true if the field and the next one are the first and the last date of a period: both stand in one row. */
export function beginsPeriod(rules: readonly FormRule[], fields: readonly Named[], index: number): boolean {
  const isPair = (first: Named, last: Named) =>
    rules.some((rule) => rule.kind === 'date' && rule.field === last?.name && otherOf(rule) === first?.name)
  return isPair(fields[index], fields[index + 1]) && !isPair(fields[index - 1], fields[index])
}

/** Longest wait for a control that is still loading. */
const LOADING_MS = 10_000

let waiting: (() => void) | undefined

/**
 * Moves the focus to a place, to the first control inside a group, or where a row is closed to what opens it;
 * to a control that is still loading once it is there, unless the person has moved on meanwhile.
 */
export function focusControl(form: string, key: string): void {
  waiting?.()
  const parts = key.split('.')
  const ids = parts.map((_, index) => controlId(form, parts.slice(0, parts.length - index).join('.')))
  const id = ids.find(elementAt)
  const element = id === undefined ? undefined : elementAt(id)
  if (id === undefined || !element) return
  element.closest('.eq-field')?.scrollIntoView({ block: 'center' })
  const target = controlIn(element) ?? element
  target.focus({ preventScroll: true })
  if (!controlOf(id)) waiting = focusLater(id, element)
}

/** The control or group at a place; while it is loading, what frames it. */
function elementAt(id: string): HTMLElement | undefined {
  const frame = document.getElementById(`${id}-label`)?.closest<HTMLElement>('.eq-field')
  return document.getElementById(id) ?? frame ?? undefined
}

/** The element itself, or what in it takes the focus first; a list that is still loading takes none. */
function controlIn(element: HTMLElement): HTMLElement | null {
  const control = ':is(input, select, textarea, button, [contenteditable]):not(:disabled)'
  return element.matches(control) ? element : element.querySelector<HTMLElement>(control)
}

/** The one that is meant; other controls of the frame, such as an editor's tools, may be there before it. */
function controlOf(id: string): HTMLElement | null {
  const meant = document.getElementById(id)
  return meant && controlIn(meant)
}

function focusLater(id: string, element: HTMLElement): () => void {
  const frame = element.closest<HTMLElement>('.eq-field') ?? element
  const observer = new MutationObserver(() => {
    const control = controlOf(id)
    if (!control) return
    stop()
    control.focus({ preventScroll: true })
  })
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    document.removeEventListener('focusin', stop)
  }
  const timer = setTimeout(stop, LOADING_MS)
  document.addEventListener('focusin', stop)
  observer.observe(frame, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'id'],
  })
  return stop
}
