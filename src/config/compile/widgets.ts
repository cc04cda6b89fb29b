// Owns the lookup of widget files by family: the same name may be a cell, a filter, an input and a section.
import type { JsonSchema } from '../../shared/content-model.ts'
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import type { WrittenWidget } from '../generated/written.ts'

export type Family = 'cell' | 'filter' | 'input' | 'section'

type Widgets = ReadonlyMap<string, Document<WrittenWidget>>

/** Asked for with every column and section of every page. */
const known = new WeakMap<Context, Map<Family, Widgets>>()

/** Widget files of a family by widget name, which is the file's name without its folder. */
export function widgetsOf(context: Context, family: Family): Widgets {
  const families = known.get(context) ?? new Map<Family, Widgets>()
  known.set(context, families)
  const found = families.get(family) ?? collectWidgets(context, family)
  families.set(family, found)
  return found
}

function collectWidgets(context: Context, family: Family): Widgets {
  return new Map(
    [...context.of('widget')]
      .filter(([, file]) => file.value.family === family)
      .map(([id, file]) => [id.slice(id.lastIndexOf('/') + 1), file]),
  )
}

/** What a widget says of each of its options. */
export function optionSchemas(file: WrittenWidget | undefined): Readonly<Record<string, JsonSchema>> {
  return (file?.options?.properties ?? {}) as Readonly<Record<string, JsonSchema>> // a JSON Schema
}
