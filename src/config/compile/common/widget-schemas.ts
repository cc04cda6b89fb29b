// Looks up widget files by family: the same name may be a cell, a filter, an input and a section.

import type { WrittenWidget } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { perModel } from '#shared/model/per-model.ts'

export type Family = 'cell' | 'filter' | 'input' | 'section'

type Widgets = ReadonlyMap<string, Document<WrittenWidget>>

/** Asked for with every column and section of every page. */
const byFamily = perModel((context: Context): ReadonlyMap<string, Map<string, Document<WrittenWidget>>> => {
  const families = new Map<string, Map<string, Document<WrittenWidget>>>()
  for (const [id, file] of context.of('widget')) {
    const own = families.get(file.value.family) ?? new Map<string, Document<WrittenWidget>>()
    families.set(file.value.family, own.set(id.slice(id.lastIndexOf('/') + 1), file))
  }
  return families
})

const NONE: Widgets = new Map()

/** Widget files of a family by widget name, which is the file's name without its folder. */
export const widgetsOf = (context: Context, family: Family): Widgets => byFamily(context).get(family) ?? NONE

/** Returns the schemas that a widget declares for its options. */
export function optionSchemas(file: WrittenWidget | undefined): Readonly<Record<string, JsonSchema>> {
  return (file?.options?.properties ?? {}) as Readonly<Record<string, JsonSchema>> // a JSON Schema
}
