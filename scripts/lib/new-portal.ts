// Writes a first portal into a folder: one content type with list, page and form, accounts with two roles, sign-in.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { PROGRAM } from '#config/load/portal-folder.ts'

const TEMPLATE = join(import.meta.dirname, '..', 'templates', 'portal')
const LONGEST_NAME = 30
/** Matches the line of a template file that names its schema. */
const SCHEMA = /("\$schema": ")[^"]*?([a-z-]+\.schema\.json")/

export interface NewPortal {
  readonly folder: string
  readonly files: readonly string[]
}

/** Returns the prefix of the names under which browsers store data, since portals may share a host. */
function toPrefix(folder: string): string {
  const letters = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/^[0-9]+/, '')
  return letters.length >= 2 ? letters.slice(0, 20) : 'portal'
}

/** Answers in Chinese why nothing is written there. */
export function newPortal(written: string, name = '新门户'): NewPortal | { readonly refused: string } {
  if (written === '') return { refused: '用法：npm run new -- portal <文件夹> [门户名称]' }
  const folder = resolve(written)
  if (folder === PROGRAM || PROGRAM.startsWith(`${folder}/`))
    return { refused: `“${written}”是程序所在的文件夹，请另选一个` }
  if (existsSync(folder) && readdirSync(folder).length > 0)
    return { refused: `“${written}”不是空文件夹，没有写入任何文件` }
  if (name === '' || name.length > LONGEST_NAME || /[\p{Cc}"\\]/u.test(name))
    return { refused: `门户名称应为 1 到 ${LONGEST_NAME} 个字符，不含引号与反斜杠` }
  const files = readdirSync(TEMPLATE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(TEMPLATE, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
  for (const path of files) {
    const target = join(folder, path)
    const language = relative(dirname(target), join(PROGRAM, 'schemas', 'config')).replaceAll('\\', '/')
    const text = readFileSync(join(TEMPLATE, path), 'utf8')
      .replaceAll('{{name}}', () => name)
      .replaceAll('{{prefix}}', toPrefix(folder))
      .replace(SCHEMA, (_, before: string, after: string) => `${before}${language}/${after}`)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
  return { folder, files }
}
