// Builds the facts that a section needs about the content type of its source.

import { toAccess } from '#config/compile/actions/operation-access.ts'
import { given } from '#config/compile/common/given.ts'
import type { RecordType } from '#config/compile/fields/record-type.ts'
import { defaultCell } from '#shared/forms/default-widgets.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Json, JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Column, SectionCall, SectionContent } from '#shared/model/page-model.ts'

interface WidgetFile {
  readonly calls?: readonly string[]
  readonly options?: JsonSchema
}

const STEPS = 'steps'

function toColumn(field: Field): Column {
  return { field, label: field.title, cell: defaultCell(field) }
}

function columnsOf(
  fields: readonly Field[],
  file: WidgetFile,
  options: Readonly<Record<string, Json>>,
): Record<string, Column> {
  const columns: Record<string, Column> = {}
  const properties = (file.options?.properties ?? {}) as Record<string, JsonSchema>
  for (const [name, value] of Object.entries(options)) {
    if (properties[name]?.['x-field'] !== true) continue
    const field = fields.find((candidate) => candidate.name === value)
    if (field) columns[name] = toColumn(field)
  }
  return columns
}

function listsOf(
  fields: readonly Field[],
  file: WidgetFile,
  options: Readonly<Record<string, Json>>,
): { lists?: Record<string, Column[]> } {
  const properties = (file.options?.properties ?? {}) as Record<string, JsonSchema>
  const named = Object.entries(options).flatMap(([name, value]): [string, Column[]][] => {
    if (properties[name]?.['x-field'] !== true || !Array.isArray(value)) return []
    const found = value.flatMap((one) => fields.find((candidate) => candidate.name === one) ?? [])
    return [[name, found.map(toColumn)]]
  })
  return named.length === 0 ? {} : { lists: Object.fromEntries(named) }
}

/** Of records that are no content, only the columns that the options name. */
export function buildRecordContent(
  record: RecordType,
  file: WidgetFile,
  options: Readonly<Record<string, Json>>,
): SectionContent {
  const columns = columnsOf(record.fields, file, options)
  return {
    type: '',
    title: record.title,
    heading: 'title',
    columns,
    ...listsOf(record.fields, file, options),
    calls: {},
  }
}

/** Columns of the options marked `x-field`, calls the widget's file lists, and the form's fields for `add`. */
export function buildSectionContent(
  type: ContentType,
  operations: ReadonlyMap<string, Operation>,
  file: WidgetFile,
  options: Readonly<Record<string, Json>>,
): SectionContent {
  const columns = columnsOf(type.fields, file, options)
  const calls: Record<string, SectionCall> = {}
  const steps = [...new Set(type.lifecycle.transitions.map(({ action }) => action))]
  // The call `steps` denotes all transitions of the type's own lifecycle.
  for (const name of (file.calls ?? []).flatMap((call) => (call === STEPS ? steps : [call]))) {
    const operation = operations.get(type.operations[name] ?? '')
    if (operation)
      calls[name] = {
        operation: operation.id,
        method: operation.method,
        path: operation.path,
        params: {},
        ...toAccess(operation),
      }
  }
  return {
    type: type.name,
    title: type.title,
    heading: type.heading,
    ...given({ badge: type.badge, icon: type.icon, category: type.category, picture: type.picture }),
    columns,
    ...listsOf(type.fields, file, options),
    calls,
    ...(calls.add && type.admission ? { admission: type.admission } : {}),
    ...(calls.update ? { fields: type.fields.filter((field) => !field.system && !field.from) } : {}),
  }
}
