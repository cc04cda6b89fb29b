// Compiles the validators of configuration files into the built server, so that no process compiles them at run time.
import { join } from 'node:path'
import { _ } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import type { Plugin } from 'rolldown'
import { parseDocument } from '#config/load/document.ts'
import { kindOf } from '#config/load/file-kinds.ts'
import { JUDGED, judgingAjv, schemaText } from '#config/load/file-validators.ts'
import { readFolder } from '#config/load/read-folder.ts'

const JUDGES = 'equipnet:judges'
const PLACE = join('src', 'config', 'load', 'prebuilt-validators.ts')
const AUDIENCES = 'src/config/load/audience-names.ts'

/**
 * Returns the plugin that replaces `src/config/load/prebuilt-validators.ts` by validators for the language under
 * `root`.
 */
export function builtJudges(root: string): Plugin {
  const language = [...readFolder(root)].flatMap(([path, text]) => {
    const found = kindOf(path)
    return found?.kind.kind === 'language'
      ? [{ id: found.id, text, value: parseDocument(path, text).value }]
      : []
  })
  return {
    name: 'equipnet-judges',
    resolveId(id, importer) {
      if (id === JUDGES) return id
      if (importer !== JUDGES) return null
      return id === AUDIENCES
        ? join(root, AUDIENCES)
        : this.resolve(id, join(root, PLACE), { skipSelf: true })
    },
    load(id) {
      if (id === join(root, PLACE))
        return `import judges from '${JUDGES}'\nexport const BUILT = { language: ${JSON.stringify(schemaText(language))}, judges }\n`
      return id === JUDGES ? codeOf(new Map(language.map(({ id, value }) => [id, value as object]))) : null
    },
  }
}

/** A CommonJS module, by the names of schemas. */
function codeOf(schemas: ReadonlyMap<string, object>): string {
  const ajv = judgingAjv(schemas, {
    source: true,
    formats: _`require(${AUDIENCES}).AUDIENCE_FORMATS`,
  })
  return standaloneCode(ajv, Object.fromEntries(JUDGED.map((id) => [id, `equipnet:${id}`])))
}
