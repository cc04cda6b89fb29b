// Looks up widget files by family: the same name may be a cell, a filter, an input and a section.

import type { WrittenWidget } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import type { JsonSchema } from '#shared/model/json.ts'

const FAMILIES = ['cell', 'filter', 'input', 'section'] as const
export type Family = (typeof FAMILIES)[number]

type Widgets = ReadonlyMap<string, Document<WrittenWidget>>

/** Asked for with every column and section of every page. */
const cache = new WeakMap<Context, Readonly<Record<Family, Widgets>>>()

/** Widget files of a family by widget name, which is the file's name without its folder. */
export function widgetsOf(context: Context, family: Family): Widgets {
  return (cache.get(context) ?? readWidgets(context))[family]
}

/** Sorts them by family, before anybody asks. */
export function readWidgets(context: Context): Readonly<Record<Family, Widgets>> {
  const files = [...context.of('widget')]
  const collect = (family: Family): Widgets =>
    new Map(
      files
        .filter(([, file]) => file.value.family === family)
        .map(([id, file]) => [id.slice(id.lastIndexOf('/') + 1), file]),
    )
  const found = Object.fromEntries(
    FAMILIES.map((family) => [family, context.watch(`widgets: ${family}`, collect(family))]),
  ) as Record<Family, Widgets> // of all families
  cache.set(context, found)
  return found
}

/** Returns the schemas that a widget declares for its options. */
export function optionSchemas(file: WrittenWidget | undefined): Readonly<Record<string, JsonSchema>> {
  return (file?.options?.properties ?? {}) as Readonly<Record<string, JsonSchema>> // a JSON Schema
}
