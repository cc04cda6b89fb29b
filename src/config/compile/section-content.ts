// Owns what a section is told of the content type that its source reads.

import type { ContentType, Field, Json, JsonSchema, Operation } from '../../shared/content-model.ts'
import { DEFAULT_WIDGETS } from '../../shared/default-widgets.ts'
import type { Column, SectionContent, Source } from '../../shared/page-model.ts'

interface WidgetFile {
  readonly calls?: readonly string[]
  readonly options?: JsonSchema
}

function toColumn(field: Field): Column {
  return { field, label: field.title, cell: DEFAULT_WIDGETS[field.type].cell }
}

/** Columns of the options marked `x-field`, calls the widget's file lists, and the form's fields for `add`. */
export function buildSectionContent(
  type: ContentType,
  operations: ReadonlyMap<string, Operation>,
  file: WidgetFile,
  options: Readonly<Record<string, Json>>,
): SectionContent {
  const columns: Record<string, Column> = {}
  const properties = (file.options?.properties ?? {}) as Record<string, JsonSchema>
  for (const [name, value] of Object.entries(options)) {
    if (properties[name]?.['x-field'] !== true) continue
    const field = type.fields.find((candidate) => candidate.name === value)
    if (field) columns[name] = toColumn(field)
  }
  const calls: Record<string, Source> = {}
  for (const name of file.calls ?? []) {
    const operation = operations.get(type.operations[name] ?? '')
    if (operation)
      calls[name] = { operation: operation.id, method: operation.method, path: operation.path, params: {} }
  }
  return {
    type: type.name,
    title: type.title,
    heading: type.heading,
    ...(type.badge ? { badge: type.badge } : {}),
    ...(type.icon ? { icon: type.icon } : {}),
    ...(type.category ? { category: type.category } : {}),
    columns,
    calls,
    ...(calls.add ? { fields: type.fields.filter((field) => !field.system) } : {}),
  }
}
