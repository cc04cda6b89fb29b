// Validates the shape of each file against the schemas of the configuration language.

import { Ajv2020, type ErrorObject, type SchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { COMMON, type Language, nameAudiences, withAudiences } from './audience-names.ts'
import type { Context } from './context.ts'
import { type Document, type Path, pointerToPath } from './document.ts'
import { kindOf } from './file-kinds.ts'
import { judgesOf, schemaText } from './file-validators.ts'
import { Place } from './place.ts'
import type { Judges } from './prebuilt-validators.ts'
import { describeLimit } from './schema-error-messages.ts'
import { eachValue } from './visit-values.ts'

const TYPE_TITLES: Record<string, string> = {
  string: '文字',
  number: '数字',
  integer: '整数',
  boolean: 'true 或 false',
  array: '数组',
  object: '对象',
  null: 'null',
}

/** Says everything that is wrong; compiled when a file is found to be. */
let explain: (id: string) => ValidateFunction | undefined = () => undefined
let judges: Judges = {}
let validatorKey = ''
/** Documents that these validators accepted. A document is a parsed text, so a changed file is another document. */
let cachedValid = new WeakSet<Document>()

/** Makes the judges anew where the language or the roles say something else; whether there are any then. */
function prepare(context: Context): boolean {
  const language = context.of('language')
  const roles = context.understood('roles', 'roles')
  const text = [...language.values(), ...(roles ? [roles] : [])].map((document) => document.text).join('\n')
  if (text === validatorKey) return true
  const schemas = new Map([...language].map(([id, { value }]) => [id, value as object]))
  const made = judgesOf(schemas, schemaText([...language.values()]), (make) =>
    buildFromLanguage(context, language, make),
  )
  // Until the language is repaired, files are validated with the previous validators.
  if (!made) return validatorKey !== ''
  judges = made
  validatorKey = text
  cachedValid = new WeakSet()
  nameAudiences(roles?.value)
  let speaker: Ajv2020 | undefined
  explain = (id) => {
    speaker ??= speakerOf(schemas, roles?.value)
    return speaker.getSchema(`equipnet:${id}`)
  }
  return true
}

/** Of all schemas, with the roles and grants of the portal among what it offers. */
function speakerOf(schemas: ReadonlyMap<string, object>, roles: unknown): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    code: { optimize: false },
    allErrors: true,
    verbose: true,
  })
  for (const [id, schema] of schemas)
    ajv.addSchema(id === COMMON ? withAudiences(schema as Language, roles) : schema)
  return ajv
}

/** Reports what is wrong in shape; answers the documents that are sound. */
export function checkShapes(context: Context): Set<Document> {
  const validDocuments = new Set<Document>()
  // Without validators no document counts as valid, as its shape may be anything.
  if (!prepare(context)) return validDocuments
  for (const byId of context.documents.values()) {
    for (const document of byId.values()) {
      if (cachedValid.has(document)) {
        validDocuments.add(document)
        continue
      }
      const kind = kindOf(document.path)?.kind
      const before = context.problems.length
      if (kind?.schema) {
        checkSchemaKey(context, document, kind.schema)
        if (judges[kind.schema]?.(document.value) === false) {
          const validate = explain(kind.schema)
          if (validate?.(document.value) === false) reportErrors(context, document, validate.errors ?? [])
        }
      }
      // Sample values are user content and are validated as that.
      if (kind && kind.kind !== 'language' && kind.kind !== 'samples') reportBlanks(context, document)
      if (context.problems.length > before) continue
      validDocuments.add(document)
      cachedValid.add(document)
    }
  }
  return validDocuments
}

function checkSchemaKey(context: Context, document: Document, schema: string): void {
  const written = (document.value as Record<string, unknown> | null)?.$schema
  if (typeof written !== 'string') return
  // The path to a program outside the portal's folder is a matter of editors.
  if (context.isApart && written.endsWith(`/config/${schema}.schema.json`)) return
  const up = '../'.repeat(document.path.split('/').length - 1)
  const expected = `${up}schemas/config/${schema}.schema.json`.replace(
    /^((?:\.\.\/)*)\.\.\/schemas\//,
    document.path.startsWith('schemas/') ? '$1' : '$1../schemas/',
  )
  if (written !== expected)
    new Place(context, document, ['$schema']).report('schema_reference', { found: written, expected })
}

/**
 * Keywords whose parameters several alternatives add up to, with the name of the parameter: one message lists all
 * accepted values.
 */
const ASKED_OF_WAYS: Readonly<Record<string, string>> = { enum: 'allowedValues', type: 'type' }

/**
 * Joins the errors of alternatives, as each alone would leave out the values that the others accept. The error of
 * `anyOf` itself gives no reason and is dropped.
 */
function joined(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const ways = new Set(
    errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath),
  )
  return errors.flatMap((error) => {
    const { instancePath, keyword } = error
    if (keyword === 'anyOf') return []
    const expected = ASKED_OF_WAYS[keyword]
    if (expected === undefined || !ways.has(instancePath)) return [error]
    const alike = errors.filter((one) => one.keyword === keyword && one.instancePath === instancePath)
    if (error !== alike[0]) return []
    return [
      { ...error, params: { [expected]: [...new Set(alike.flatMap(({ params }) => params[expected]))] } },
    ]
  })
}

/** Texts that say nothing, though they are there: a title of blanks is none. */
function reportBlanks(context: Context, document: Document): void {
  eachValue(document.value, (value, path) => {
    if (typeof value === 'string' && value !== '' && value.trim() === '')
      new Place(context, document, [...path]).report('text_blank')
  })
}

function reportErrors(context: Context, document: Document, errors: readonly ErrorObject[]): void {
  const seen = new Set<string>()
  for (const error of joined(errors)) {
    if (error.keyword === 'if' || error.propertyName !== undefined) continue
    const key = `${error.instancePath} ${error.keyword} ${JSON.stringify(error.params)}`
    if (seen.has(key)) continue
    seen.add(key)
    reportError(new Place(context, document, pointerToPath(error.instancePath)), error)
  }
}

/** The value of a missing key, where its schema allows no other. */
function onlyOf(schema: ErrorObject['parentSchema'], name: string): { readonly only?: unknown } {
  const { [name]: property } = (schema?.properties ?? {}) as Readonly<
    Record<string, SchemaObject | undefined>
  >
  if (property?.const !== undefined) return { only: property.const }
  return Array.isArray(property?.enum) && property.enum.length === 1 ? { only: property.enum[0] } : {}
}

function reportError(at: Place, { keyword, data, params, parentSchema }: ErrorObject): void {
  const found = String(data)
  switch (keyword) {
    case 'additionalProperties': {
      const name = String(params.additionalProperty)
      const known = Object.keys((parentSchema?.properties as object | undefined) ?? {})
      at.at(name).report('key_unknown', { found: name, expected: known.join(', '), known, key: true })
      return
    }
    case 'required':
      at.report('key_missing.key', {
        expected: String(params.missingProperty),
        ...onlyOf(parentSchema, String(params.missingProperty)),
      })
      return
    case 'enum': {
      const known = (params.allowedValues as unknown[]).map(String)
      at.report('value_unknown.shape', { found, expected: known.join(', '), known })
      return
    }
    case 'type': {
      const wanted = [params.type].flat().map((type) => TYPE_TITLES[String(type)] ?? type)
      at.report('type_wrong.shape', { expected: String(params.type), wanted: wanted.join('或') })
      return
    }
    case 'pattern':
      if (parentSchema?.description)
        at.report('value_format.described', { found, words: parentSchema.description })
      else at.report('value_format.pattern', { found, pattern: params.pattern })
      return
    case 'propertyNames': {
      const name = String(params.propertyName)
      at.at(name).report('key_format', { found: name, key: true })
      return
    }
    case 'const':
      at.report('value_unknown.constant', { value: params.allowedValue, only: params.allowedValue })
      return
    default:
      at.report('value_limit', { limit: describeLimit(keyword, params) })
  }
}

type LanguageDocuments = ReadonlyMap<string, Document>

/** Makes something of the language; undefined where that cannot be done, which is reported then. */
function buildFromLanguage<Made>(
  context: Context,
  language: LanguageDocuments,
  make: () => Made,
): Made | undefined {
  if (context.invalidIds('language').length > 0) return undefined
  const before = context.problems.length
  const ajv = new Ajv2020({ strict: false })
  for (const document of language.values())
    if (ajv.validateSchema(document.value as object) !== true) {
      const [error] = ajv.errors ?? []
      report(context, document, pointerToPath(error?.instancePath ?? ''), '此处不是有效的 JSON Schema')
    }
  if (context.problems.length > before) return undefined
  try {
    return make()
  } catch (error) {
    const { missingRef } = error as { readonly missingRef?: string }
    const reason = missingRef ? `引用“${missingRef}”没有指向任何定义` : String(error)
    for (const document of language.values()) {
      const path = missingRef ? pathOf(document.value, missingRef) : []
      if (path) {
        report(context, document, path, reason)
        break
      }
    }
    return undefined
  }
}

/** Returns the path at which a reference is written. */
function pathOf(value: unknown, reference: string): Path | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, child] of Object.entries(value)) {
    const at = Array.isArray(value) ? Number(key) : key
    if (key === '$ref' && child === reference) return [at]
    const inside = pathOf(child, reference)
    if (inside) return [at, ...inside]
  }
  return undefined
}

function report(context: Context, document: Document, path: Path, reason: string): void {
  new Place(context, document, path).report('language_broken', { reason })
}
