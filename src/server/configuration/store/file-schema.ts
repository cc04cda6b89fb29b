// Bundles the schema of a kind of file with everything it refers to, so that a form can be made from it.
import { isJsonObject } from '#config/load/layer/json-path.ts'
import type { PortalFiles } from '#config/load/read-folder.ts'
import { bundleLanguage } from '#config/tools/editor-schemas.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'

/** A schema of the language, and one of its definitions: `#/$defs/common/$defs/path`. */
const REFERENCE = /^#\/\$defs\/([\w-]+)(?:\/\$defs\/([\w-]+))?/

interface Part {
  readonly name: string
  /** Absent for the whole schema. */
  readonly definition: string | undefined
}

function referredBy(schema: unknown, into: Part[] = []): Part[] {
  if (Array.isArray(schema)) for (const one of schema) referredBy(one, into)
  else if (isJsonObject(schema))
    for (const [key, value] of Object.entries(schema)) {
      const [, name, definition] =
        (key === '$ref' && typeof value === 'string' && REFERENCE.exec(value)) || []
      if (name === undefined) referredBy(value, into)
      else into.push({ name, definition })
    }
  return into
}

const bundles = perModel((_model: Model) => new Map<string, object>())

/** A JSON Schema with `$defs`; names that the portal has, such as pages and dictionaries, are its `enum`s. */
export function fileSchema(model: Model, files: PortalFiles, schema: string): object {
  const known = bundles(model).get(schema)
  if (known) return known
  const all = bundleLanguage(model, files).$defs
  const definitionsOf = (name: string) => (all[name] as { readonly $defs?: object } | undefined)?.$defs ?? {}
  const wholes = new Map<string, unknown>()
  const parts = new Map<string, Map<string, unknown>>()
  const take = ({ name, definition }: Part): void => {
    if (wholes.has(name) || (definition !== undefined && parts.get(name)?.has(definition))) return
    const value = definition === undefined ? all[name] : (definitionsOf(name) as Values)[definition]
    if (definition === undefined) wholes.set(name, value)
    else parts.set(name, (parts.get(name) ?? new Map()).set(definition, value))
    for (const part of referredBy(value)) take(part)
  }
  take({ name: schema, definition: undefined })
  const bundled = {
    $ref: `#/$defs/${schema}`,
    $defs: {
      ...Object.fromEntries([...parts].map(([name, taken]) => [name, { $defs: Object.fromEntries(taken) }])),
      ...Object.fromEntries(wholes),
    },
  }
  bundles(model).set(schema, bundled)
  return bundled
}

type Values = Readonly<Record<string, unknown>>
