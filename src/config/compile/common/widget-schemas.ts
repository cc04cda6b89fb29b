// Looks up widget files by family: the same name may be a cell, a filter, an input and a section.

import type { WrittenWidget } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import type { JsonSchema } from '#shared/model/json.ts'

export type Family = 'cell' | 'filter' | 'input' | 'section'

type Widgets = ReadonlyMap<string, Document<WrittenWidget>>

/** Asked for with every column and section of every page. */
const cache = new WeakMap<Context, Readonly<Record<Family, Widgets>>>()

/** Widget files of a family by widget name, which is the file's name without its folder. */
export function widgetsOf(context: Context, family: Family): Widgets {
  const found = cache.get(context) ?? sortedByFamily([...context.of('widget')])
  cache.set(context, found)
  return found[family]
}

function sortedByFamily(files: readonly (readonly [string, Document<WrittenWidget>])[]) {
  const collect = (family: Family): Widgets =>
    new Map(
      files
        .filter(([, file]) => file.value.family === family)
        .map(([id, file]) => [id.slice(id.lastIndexOf('/') + 1), file]),
    )
  return {
    cell: collect('cell'),
    filter: collect('filter'),
    input: collect('input'),
    section: collect('section'),
  }
}

/** Returns the schemas that a widget declares for its options. */
export function optionSchemas(file: WrittenWidget | undefined): Readonly<Record<string, JsonSchema>> {
  return (file?.options?.properties ?? {}) as Readonly<Record<string, JsonSchema>> // a JSON Schema
}
