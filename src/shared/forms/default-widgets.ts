// Lists the widgets that render, filter and edit a field if the configuration names none.
import type { Field, FieldType } from '#shared/model/content-model.ts'

interface Defaults {
  readonly cell: string
  readonly input: string
  /** Absent where a field of this type cannot be filtered. */
  readonly filter?: string
  readonly sortable: boolean
}

/**
 * The widgets that render, filter and edit a field of each type if the configuration names none, and if lists can
 * be sorted by it.
 *
 * @example
 * DEFAULT_WIDGETS.number // → { cell: 'number', input: 'number', filter: 'number-range', sortable: true }
 */
export const DEFAULT_WIDGETS: Readonly<Record<FieldType, Defaults>> = {
  text: { cell: 'text', input: 'text', filter: 'text', sortable: true },
  'long-text': { cell: 'long-text', input: 'textarea', sortable: false },
  'rich-text': { cell: 'rich-text', input: 'rich-text', sortable: false },
  number: { cell: 'number', input: 'number', filter: 'number-range', sortable: true },
  integer: { cell: 'number', input: 'number', filter: 'number-range', sortable: true },
  boolean: { cell: 'yes-no', input: 'switch', filter: 'yes-no', sortable: false },
  date: { cell: 'date', input: 'date', filter: 'date-range', sortable: true },
  'date-time': { cell: 'date', input: 'date', filter: 'date-range', sortable: true },
  dict: { cell: 'tag', input: 'select', filter: 'dict', sortable: true },
  'dict-list': { cell: 'tags', input: 'multi-select', filter: 'dict', sortable: false },
  region: { cell: 'region', input: 'region', filter: 'region', sortable: false },
  ref: { cell: 'ref', input: 'ref-select', filter: 'ref', sortable: false },
  'ref-list': { cell: 'refs', input: 'ref-select', filter: 'ref', sortable: false },
  image: { cell: 'image', input: 'text', sortable: false },
  'image-list': { cell: 'images', input: 'tags', sortable: false },
  'file-list': { cell: 'files', input: 'tags', sortable: false },
  'text-list': { cell: 'tags', input: 'tags', sortable: false },
  url: { cell: 'link', input: 'text', sortable: false },
  mobile: { cell: 'masked', input: 'mobile', sortable: false },
  object: { cell: 'text', input: 'object', sortable: false },
  'object-list': { cell: 'table', input: 'array-table', sortable: false },
}

/** Values that the schema lists are chosen, not typed. */
export function defaultInput({ type, schema }: Pick<Field, 'type' | 'schema'>): string {
  return type === 'text' && Array.isArray(schema.enum) ? 'select' : DEFAULT_WIDGETS[type].input
}

/**
 * Returns the cell that renders a field if the configuration names none. A state of a lifecycle is rendered with
 * the state of its pending change; a time that a user entered is rendered to the minute.
 *
 * @example
 * defaultCell({ name: 'budget', type: 'number' }) // → 'number'
 * defaultCell({ name: 'status', type: 'dict' }) // → 'status'
 */
export function defaultCell({
  name,
  type,
  parameters,
  system,
}: Pick<Field, 'name' | 'type' | 'parameters'> & { readonly system?: boolean }): string {
  if (parameters) return 'parameters'
  if (type === 'date-time' && !system) return 'date-time'
  return name === 'status' && type === 'dict' ? 'status' : DEFAULT_WIDGETS[type].cell
}
