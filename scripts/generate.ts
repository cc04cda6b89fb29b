// Runs `npm run generate`: writes the generated files, or compares them with the committed ones (--check). For a
// portal in another folder it writes only the files that editors read, and the types of its own code.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PROGRAM, portalFolder } from '#config/load/portal-folder.ts'
import { readFolder } from '#config/load/read-folder.ts'
import { assembleLanguage } from '#config/tools/assemble-language.ts'
import { toTokens } from '#config/tools/generate-color-tokens.ts'
import { generateKinds } from '#config/tools/generate-kinds.ts'
import { toWritten } from '#config/tools/generate-written-types.ts'
import type { Model } from '#shared/model/model.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const root = process.cwd()
const portal = portalFolder(process.env, root)
let stale = 0

function keep(generated: ReadonlyMap<string, string>, folder = root): void {
  for (const [path, text] of generated) {
    const file = join(folder, path)
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    if (values.check) {
      console.error(`${path} 已过期，请运行 npm run generate`)
      stale++
      continue
    }
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    console.log(`已写入 ${path}`)
  }
}

const apart = resolve(portal) !== root
if (apart) await keepEditorFiles()
else await keepAll()
if (values.check && stale === 0) console.log('生成文件均为最新')
process.exitCode = stale ? 1 : 0

/** Of a portal elsewhere: the program's own are the program's. */
async function keepEditorFiles(): Promise<void> {
  const { AT_HOME, editorFiles } = await import('#config/tools/editor-schemas.ts')
  const files = readFolder(portal)
  const slashed = (path: string) => `${path.replaceAll('\\', '/')}/`
  const language = join(PROGRAM, AT_HOME.language)
  const place = { language: slashed(relative(portal, language)), portal: slashed(relative(language, portal)) }
  const model = await modelOf(files)
  keep(editorFiles(model, files, place), portal)
  if (!existsSync(join(portal, 'handlers'))) return
  const { generatePortalTypes } = await import('#config/tools/generate.ts')
  keep(await generatePortalTypes(model), portal)
}

async function modelOf(files: ReadonlyMap<string, string>): Promise<Model> {
  const { checkConfiguration } = await import('#config/pipeline/check-configuration.ts')
  const { toHuman } = await import('#config/tools/problem-report.ts')
  const result = checkConfiguration(files)
  if (result.ok) return result.model
  console.error(toHuman(result.problems))
  process.exit(1)
}

async function keepAll(): Promise<void> {
  // The kinds first: the checker is loaded with them, and what is written may already be of a new one.
  const written = readFolder(root)
  keep(generateKinds(written))
  const tokensOf = (path: string) => readFileSync(join(root, 'src/portal/styles', path), 'utf8')
  const tokens = toTokens(tokensOf('tokens.css'), tokensOf('dark/tokens.css'))
  keep(new Map([['src/shared/generated/color-tokens.ts', tokens]]))
  keep(new Map([['src/config/generated/written.ts', await toWritten(written)]]))
  const { generate } = await import('#config/tools/generate.ts')
  const { AT_HOME, editorFiles } = await import('#config/tools/editor-schemas.ts')
  const files = new Map([...written, ...assembleLanguage(written)])
  const model = await modelOf(files)
  keep(await generate(model, files))
  keep(editorFiles(model, files, AT_HOME))
  const { DATA_MAP, REFERENCE, referenceOf } = await import('./lib/reference.ts')
  const { toDataMapText } = await import('#server/personal-data/data-map.ts')
  keep(new Map([[REFERENCE, referenceOf(root, join(root, dirname(REFERENCE))).text]]))
  keep(new Map([[DATA_MAP, toDataMapText(model)]]))
}
