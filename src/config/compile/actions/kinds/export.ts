// Compiles the action that saves a filtered list as a table file with the columns that the user chooses.

import type { ActionKindFile } from '#config/compile/actions/action-kind.ts'
import type { WrittenExportAction } from '#config/generated/written.ts'
import type { Field, FieldType } from '#shared/model/content-model.ts'
import type { ExportColumn } from '#shared/model/page-model.ts'

/** Field types that a cell of a table cannot express. */
const UNSAID: ReadonlySet<FieldType> = new Set([
  'rich-text',
  'object-list',
  'file-list',
  'image',
  'image-list',
])

export const ACTION: ActionKindFile<WrittenExportAction> = {
  compile({ at, written: { label = '导出表格' }, shared }) {
    const { type, record, head, path } = at
    const fields = (type ?? record)?.fields ?? []
    if (fields.length > 0 && head.kind === 'list' && path[0] === 'actions')
      return { do: 'export', label, columns: columnsOf(type?.heading ?? '', fields), ...shared }
    at.at('do').report('export_place', { found: 'export' })
    return null
  },
}

/** The heading first; what a category says of an item has a table of its own for each. */
function columnsOf(heading: string, fields: readonly Field[]): ExportColumn[] {
  const exportable = fields.filter(({ type, parameters }) => !UNSAID.has(type) && !parameters)
  const ordered = [
    ...exportable.filter(({ name }) => name === heading),
    ...exportable.filter(({ name }) => name !== heading),
  ]
  return ordered.map(({ name, title, type, dict, unit }) => ({
    name,
    title,
    type,
    ...(dict === undefined ? {} : { dict }),
    ...(unit === undefined ? {} : { unit }),
  }))
}
