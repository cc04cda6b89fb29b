// Makes the files for editors: all schemas of the language in one, with the names of the portal, and the files that
// each applies to.

import { COMMON, type Language, withAudiences } from '#config/load/audience-names.ts'
import { FILE_KINDS, kindOf } from '#config/load/file-kinds.ts'
import { fileOf } from '#shared/lifecycles/lifecycle.ts'
import type { Model } from '#shared/model/model.ts'
import { assembleLanguage } from './assemble-language.ts'
import { isSchema } from './language-paths.ts'

type Schema = Readonly<Record<string, unknown>>

export const EDITOR_SCHEMA = '.vscode/portal.schema.json'
export const EDITOR_SETTINGS = '.vscode/settings.json'

const unique = (names: Iterable<string>): string[] => [...new Set(names)].sort()

function namesOf(
  model: Model,
  files: ReadonlyMap<string, string>,
): Readonly<Record<string, readonly string[]>> {
  const widgets = (family: string) =>
    unique(
      [...files].flatMap(([path, text]) => {
        const found = kindOf(path)
        return found?.kind.kind === 'widget' && (JSON.parse(text) as { family?: unknown }).family === family
          ? [found.id.slice(found.id.lastIndexOf('/') + 1)]
          : []
      }),
    )
  const { contentTypes, forms, dictionaries, scenes } = model
  return {
    page: unique(model.pages.map(({ id }) => id)),
    operation: unique(model.operations.map(({ id }) => id)),
    type: unique(contentTypes.map(({ name }) => name)),
    form: unique(forms.map(({ id }) => id)),
    dictionary: unique(dictionaries.map(({ name }) => name)),
    lifecycle: unique(contentTypes.map(({ lifecycle }) => fileOf(lifecycle))),
    notice: unique(model.notices.map(({ id }) => id)),
    scene: unique(scenes?.scenes.map(({ name }) => name) ?? []),
    field: unique(contentTypes.flatMap(({ fields }) => fields.map(({ name }) => name))),
    code: unique(dictionaries.flatMap(({ items }) => items.map(({ value }) => value))),
    step: unique(contentTypes.flatMap(({ lifecycle }) => lifecycle.transitions.map(({ action }) => action))),
    cell: widgets('cell'),
    filter: widgets('filter'),
    input: widgets('input'),
    section: widgets('section'),
  }
}

/** The keyword by which a schema of the language says which names stand there, and nothing else. */
const NAMES = 'x-names'
/** The keyword for names that are offered; anything else is left to the check. */
const OFFERS = 'x-offers'
/** Matches pages that are not named: those of any type, or one that a record names. */
const UNNAMED_PAGE = { type: 'string', pattern: '\\*|^\\{' }

/** With the names where the schema asks for them. */
function named(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(named)
  if (!isSchema(schema)) return schema
  const { [NAMES]: only, [OFFERS]: offered, ...rest } = schema
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, named(value)]))
  const toRef = (kind: unknown) => ({ $ref: `#/$defs/names/$defs/${String(kind)}` })
  if (only !== undefined) return { ...inner, allOf: [toRef(only)] }
  if (offered === undefined) return inner
  return { ...inner, anyOf: [toRef(offered), offered === 'page' ? UNNAMED_PAGE : true] }
}

const FILE_KEYS: ReadonlySet<string> = new Set(['$id', '$schema', '$comment'])

/** References inside of the one file that holds all. */
function bundled(schema: unknown, file: string): unknown {
  if (Array.isArray(schema)) return schema.map((one) => bundled(one, file))
  if (!isSchema(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema)
      // A property may be called so, a keyword holds a text.
      .filter(([key, value]) => !(FILE_KEYS.has(key) && typeof value === 'string'))
      .map(([key, value]) => [
        key,
        key === '$ref' && typeof value === 'string' ? refer(value, file) : bundled(value, file),
      ]),
  )
}

function refer(reference: string, file: string): string {
  if (reference.startsWith('#/$defs/names/')) return reference
  const [, of = file, pointer = ''] = /^(?:equipnet:([\w/-]+))?(?:#(.*))?$/.exec(reference) ?? []
  return `#/$defs/${of}${pointer}`
}

/**
 * Returns the schemas of the language by their ids, with references to one document that holds them all under
 * `$defs`; `change` is applied to each file of the language before.
 */
export function bundleLanguage(
  files: ReadonlyMap<string, string>,
  change: (schema: unknown) => unknown = (schema) => schema,
): Record<string, unknown> {
  const language = new Map(
    [...files].flatMap(([path, text]): [string, string][] => {
      const found = kindOf(path)
      if (found?.kind.kind !== 'language') return []
      return [[path, JSON.stringify(change(JSON.parse(text)))]]
    }),
  )
  for (const [path, text] of assembleLanguage(language)) language.set(path, text)
  const roles = JSON.parse(files.get('schemas/roles.json') ?? '{}') as unknown
  const defs: Record<string, unknown> = {}
  for (const [path, text] of language) {
    const id = kindOf(path)?.id ?? ''
    if (/^(pages|actions)\/|-base$/.test(id)) continue
    const schema = JSON.parse(text) as Schema
    const whole = id === COMMON ? withAudiences(schema as unknown as Language, roles) : schema
    defs[id] = bundled(whole, id)
  }
  return defs
}

function bundle(model: Model, files: ReadonlyMap<string, string>): object {
  const defs = bundleLanguage(files, named)
  const names = Object.entries(namesOf(model, files)).map(([kind, list]) => [
    kind,
    list.length > 0 ? { enum: list } : { type: 'string' },
  ])
  return { $defs: { ...defs, names: { $defs: Object.fromEntries(names) } } }
}

/** Folders of each kind; a file is of the first kind that has it, so the others leave it out. */
function patternsOf(kind: (typeof FILE_KINDS)[number]): string[] {
  const { folder, ending, name } = kind
  const single = /^\^([a-z]+)\$$/.exec(name.source)?.[1]
  if (single) return [`/${folder}${single}${ending}`]
  const others = FILE_KINDS.flatMap((one) => {
    const only = one.folder === folder ? /^\^([a-z]+)\$$/.exec(one.name.source)?.[1] : undefined
    return only ? [`!/${folder}${only}${one.ending}`] : []
  })
  const deep = ['page', 'widget'].includes(kind.kind) ? '**/' : kind.kind === 'set' ? '*/' : ''
  return [`/${folder}${deep}*${ending}`, ...others]
}

/**
 * The relative path from the portal's folder to the schemas of the language, and the one back; both end with a slash.
 */
export interface SchemaPaths {
  readonly language: string
  readonly portal: string
}

export const AT_HOME: SchemaPaths = { language: 'schemas/config/', portal: '../../' }

function settings({ language, portal }: SchemaPaths): string {
  const schemas = FILE_KINDS.flatMap((kind) =>
    kind.schema
      ? [
          {
            fileMatch: patternsOf(kind),
            // Files say `$schema` themselves: what is found under that address is this.
            url: `./${language}${kind.schema}.schema.json`,
            schema: { $ref: `${portal}${EDITOR_SCHEMA}#/$defs/${kind.schema}` },
          },
        ]
      : [],
  )
  return `${JSON.stringify({ 'json.schemas': schemas }, null, 2)}\n`
}

/** By path from the portal's folder. */
export function editorFiles(
  model: Model,
  files: ReadonlyMap<string, string>,
  place: SchemaPaths,
): Map<string, string> {
  return new Map([
    // One name a line, so that two changes meet in none.
    [EDITOR_SCHEMA, `${JSON.stringify(bundle(model, files), null, 1)}\n`],
    [EDITOR_SETTINGS, settings(place)],
  ])
}
