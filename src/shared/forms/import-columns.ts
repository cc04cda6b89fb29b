// Owns which fields of a form can be columns of a table file, and which form they make.

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

/** What one cell can say: no files, no rows within rows, nothing that is encrypted where it is stored. */
export function fitsCell(field: Field): boolean {
  return !NO_CELLS.has(field.type) && !isSecret(field) && field.refBy === undefined
}
