// Makes the validators that only tell if a file has the shape of its kind.
import { Ajv2020, type CodeOptions } from 'ajv/dist/2020.js'
import { AUDIENCE_FORMATS, COMMON, type Language, withAudienceFormats } from './audience-names.ts'
import { FILE_KINDS } from './file-kinds.ts'
import { BUILT, type Judges } from './prebuilt-validators.ts'

/** Of the files that say how a configuration is written. */
export function schemaText(language: readonly { readonly text: string }[]): string {
  return language.map(({ text }) => text).join('\n')
}

/** Stops at the first fault, since most files have none. `code` is for who writes the judges to a file. */
export function judgingAjv(schemas: ReadonlyMap<string, object>, code: CodeOptions = {}): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    messages: false,
    formats: AUDIENCE_FORMATS,
    code: { optimize: false, ...code },
  })
  for (const [id, schema] of schemas)
    ajv.addSchema(id === COMMON ? withAudienceFormats(schema as Language) : schema)
  return ajv
}

/** The schemas of kinds of files. */
export const JUDGED: readonly string[] = FILE_KINDS.flatMap(({ schema }) => schema ?? [])

/** The built ones, else those that were made last. */
let latest = BUILT

/**
 * Returns the validators, cached by language: they do not depend on the roles. `attempt` runs their compilation,
 * which takes a fifth of a second, or reports why it fails.
 */
export function judgesOf(
  schemas: ReadonlyMap<string, object>,
  language: string,
  attempt: (make: () => Judges) => Judges | undefined,
): Judges | undefined {
  if (latest?.language === language) return latest.judges
  const judges = attempt(() => {
    const ajv = judgingAjv(schemas)
    return Object.fromEntries(JUDGED.map((id) => [id, ajv.getSchema(`equipnet:${id}`) as Judges[string]]))
  })
  if (judges) latest = { language, judges }
  return judges
}
