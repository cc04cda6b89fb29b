// Provides the files for editors that a portal's configuration makes, and what their schemas say of a file.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { kindOf } from '#config/load/file-kinds.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { AT_HOME, EDITOR_SCHEMA, editorFiles } from '#config/tools/editor-schemas.ts'

export function editorOf(files: ReadonlyMap<string, string>, place = AT_HOME) {
  const result = checkConfiguration(files)
  if (!result.ok) throw new Error('the configuration is broken')
  const made = editorFiles(result.model, files, place)
  const ajv = new Ajv2020({ strict: false, validateSchema: false, code: { optimize: false } })
  ajv.addSchema({ $id: 'portal', ...JSON.parse(made.get(EDITOR_SCHEMA) ?? '') })
  const known = new Map<string, ValidateFunction>()
  const judge = (path: string, value: unknown) => {
    const schema = kindOf(path)?.kind.schema
    if (!schema) return []
    const validate = known.get(schema) ?? ajv.compile({ $ref: `portal#/$defs/${schema}` })
    known.set(schema, validate)
    return validate(value)
      ? []
      : (validate.errors ?? []).map((error) => `${path}${error.instancePath} ${error.message}`)
  }
  return { made, judge }
}
