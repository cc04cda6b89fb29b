// Runs `npm run new`: writes a small valid configuration file as a start, or a complete first portal.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { portalFolder } from '#config/load/portal-folder.ts'
import { scaffold } from '#config/tools/scaffold.ts'
import { languageFrom, type NewFile, newExtension } from './lib/new-extension.ts'
import { newPortal } from './lib/new-portal.ts'
import { newRegistration } from './lib/new-registration.ts'

const [kind = '', name = '', ...more] = process.argv.slice(2)

function refuse(message: string): never {
  console.error(message)
  process.exit(1)
}

function writePortal(): void {
  const made = newPortal(name, more[0])
  if ('refused' in made) refuse(made.refused)
  const shown = relative(process.cwd(), made.folder) || '.'
  console.log(`已写入 ${made.files.length} 个文件，检查：PORTAL_DIR=${shown} npm run check`)
  console.log(`启动：PORTAL_DIR=${shown} npm start`)
}

/**
 * Returns the contents of the JSON files in a folder of the portal, each with its name. Unreadable files are left
 * out.
 */
function filesIn(
  portal: string,
  folder: string,
): readonly (Readonly<Record<string, unknown>> & { readonly name: string })[] {
  if (!existsSync(join(portal, folder))) return []
  return readdirSync(join(portal, folder), { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    if (!file.endsWith('.json')) return []
    try {
      return [
        { ...JSON.parse(readFileSync(join(portal, folder, file), 'utf8')), name: basename(file, '.json') },
      ]
    } catch {
      return []
    }
  })
}

/** The one that most of its content has first. */
function lifecyclesOf(portal: string): string[] {
  const used = filesIn(portal, 'schemas/content').map(({ lifecycle }) => lifecycle)
  const countOf = (name: string) => used.filter((one) => one === name).length
  return filesIn(portal, 'schemas/lifecycles')
    .map(({ name }) => String(name))
    .sort((a, b) => countOf(b) - countOf(a))
}

const FOLDERS: Readonly<Record<string, string>> = {
  zone: 'zones-config',
  page: 'pages-config',
  content: 'schemas/content',
  form: 'schemas/forms',
  dictionary: 'schemas/dictionaries',
}

const titlesOf = (portal: string): string[] =>
  filesIn(portal, FOLDERS[kind] ?? '').flatMap(({ title }) => (typeof title === 'string' ? [title] : []))

/** As its site.json says; what cannot be read has none. */
function colorOf(portal: string): { readonly color?: string } {
  try {
    const { colors } = JSON.parse(readFileSync(join(portal, 'pages-config', 'site.json'), 'utf8'))
    return typeof colors?.primary === 'string' ? { color: colors.primary } : {}
  } catch {
    return {}
  }
}

/** Ids of the pages, such as `loan/list`. */
function pagesOf(portal: string): string[] {
  const folder = join(portal, 'pages-config')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((file) =>
    file.endsWith('.json') ? file.slice(0, -'.json'.length).replaceAll('\\', '/') : [],
  )
}

function writeFile(): void {
  const portal = portalFolder(process.env, process.cwd())
  const around = {
    lifecycles: lifecyclesOf(portal),
    titles: titlesOf(portal),
    languageFrom: (folder: string) => languageFrom(portal, folder),
    ...colorOf(portal),
    types: filesIn(portal, 'schemas/content'),
    pages: pagesOf(portal),
  }
  const file = scaffold(kind, name, around, more)
  if ('refused' in file) refuse(file.refused)
  const { path, content } = file
  const target = join(portal, path)
  if (existsSync(target)) refuse(`${path} 已存在`)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, `${JSON.stringify(content, null, 2)}\n`)
  const pageKind = kind === 'page' ? `（种类 ${(content as { readonly kind?: string }).kind}）` : ''
  console.log(`已写入 ${path}${pageKind}，修改后用 npm run check 检查`)
}

/** Writes nothing where one of the new files is there already. */
function writeFiles(files: readonly NewFile[] | { readonly refused: string }, portal: string): void {
  if ('refused' in files) refuse(files.refused)
  const wanted = files.filter(({ path, shared }) => !shared || !existsSync(join(portal, path)))
  for (const { path, changes } of wanted)
    if (!changes && existsSync(join(portal, path))) refuse(`${path} 已存在`)
  for (const { path, text, changes } of wanted) {
    mkdirSync(dirname(join(portal, path)), { recursive: true })
    writeFileSync(join(portal, path), text)
    console.log(`${changes ? '已补充' : '已写入'} ${path}`)
  }
}

function writeExtension(kind: 'widget' | 'handler'): void {
  const portal = portalFolder(process.env, process.cwd())
  writeFiles(newExtension(kind, name, portal), portal)
  const check =
    kind === 'widget'
      ? '用 npm run contract 检查组件的约定'
      : `用 npm run check 检查；接口的地址与谁可调用写在 schemas/api/${name}.json`
  console.log(`修改后${check}，npm start 会重新构建`)
}

function writeRegistration(): void {
  const portal = portalFolder(process.env, process.cwd())
  writeFiles(newRegistration(name, portal, more[0]), portal)
  console.log('修改后用 npm run check 检查；角色在启动时读取，请重新启动')
}

if (kind === 'portal') writePortal()
else if (kind === 'registration') writeRegistration()
else if (kind === 'widget' || kind === 'handler') writeExtension(kind)
else writeFile()
