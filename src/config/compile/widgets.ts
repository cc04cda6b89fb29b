// Owns the lookup of widget files by family: the same name may be a cell, a filter, an input and a section.
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'

export type Family = 'cell' | 'filter' | 'input' | 'section'

/** Widget files of a family by widget name, which is the file's name without its folder. */
export function widgetsOf(context: Context, family: Family): ReadonlyMap<string, Document> {
  return new Map(
    [...context.of('widget')]
      .filter(([, file]) => (file.value as { family?: string }).family === family)
      .map(([id, file]) => [id.slice(id.lastIndexOf('/') + 1), file]),
  )
}
