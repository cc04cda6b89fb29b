// Selects the fields of a form that can be columns of a table file.

import { isSecret } from '#shared/access/personal-fields.ts'
import type { Field, FieldType } from '#shared/model/content-model.ts'

/** Files, and rows within rows. */
const NO_CELLS: ReadonlySet<FieldType> = new Set([
  'image',
  'image-list',
  'file-list',
  'object',
  'object-list',
])

/** Returns true if one cell can hold the value: no files, no nested rows, nothing that is stored encrypted. */
export function fitsCell(field: Field): boolean {
  return !NO_CELLS.has(field.type) && !isSecret(field) && field.refBy === undefined
}
