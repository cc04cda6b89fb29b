// Bundles the schema of a kind of file with everything it refers to, so that a form can be made from it.
import { isJsonObject } from '#config/load/layer/json-path.ts'
import type { PortalFiles } from '#config/load/read-folder.ts'
import { bundleLanguage } from '#config/tools/editor-schemas.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'

const POINTER = '#/$defs/'

/** The parts of the bundle that `schema` refers to, by name. */
function referredBy(schema: unknown, into = new Set<string>()): Set<string> {
  if (Array.isArray(schema)) for (const one of schema) referredBy(one, into)
  else if (isJsonObject(schema))
    for (const [key, value] of Object.entries(schema))
      if (key === '$ref' && typeof value === 'string' && value.startsWith(POINTER))
        into.add(value.slice(POINTER.length).split('/')[0] ?? '')
      else referredBy(value, into)
  return into
}

const bundles = perModel((_model: Model) => new Map<string, object>())

/** A JSON Schema with `$defs`; names that the portal has, such as pages and dictionaries, are its `enum`s. */
export function fileSchema(model: Model, files: PortalFiles, schema: string): object {
  const known = bundles(model).get(schema)
  if (known) return known
  const { $defs } = bundleLanguage(model, files)
  const names = new Set([schema])
  // A set visits what is added while it is gone through.
  for (const name of names) for (const other of referredBy($defs[name])) names.add(other)
  const parts = Object.fromEntries([...names].map((name) => [name, $defs[name]]))
  const bundled = { $ref: `${POINTER}${schema}`, $defs: parts }
  bundles(model).set(schema, bundled)
  return bundled
}
