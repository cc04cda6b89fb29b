// Describes files with a wrong folder or name: the rule, and the nearest valid name.
import { FILE_KINDS, type FileKind, kindOf } from './file-kinds.ts'

/** Kinds of which there is one file, beside those of another kind. */
const SINGLE: ReadonlySet<string> = new Set(['menu', 'site', 'roles', 'palette'])

/** The folders of the language, each once. */
export const FOLDERS: readonly string[] = [
  ...new Set(FILE_KINDS.filter(({ kind }) => kind !== 'roles').map(({ folder }) => folder)),
]

export interface Misnamed {
  readonly name: string
  readonly rule: string
  /** Absent where no right name is in sight. */
  readonly legal?: string
}

/** Null for a file in no folder of the language. */
export function findMisnamed(path: string): Misnamed | null {
  const kind = FILE_KINDS.find(({ kind, folder }) => !SINGLE.has(kind) && path.startsWith(folder))
  return kind ? toMisnamed(kind, path.slice(kind.folder.length).replace(/(\.schema)?\.json$/, '')) : null
}

function toMisnamed(kind: FileKind, name: string): Misnamed {
  const { folder, ending, rule } = kind
  const isRight = (word: string) => kindOf(`${folder}${word}${ending}`)?.kind === kind
  const legal = [stripSpaces(name), toSmall(name), toSmall(name).replaceAll('/', '-')].find(isRight)
  const wholeRule = ending === '.json' ? rule : `${rule}，以 ${ending} 结尾`
  return { name, rule: wholeRule, ...(legal === undefined ? {} : { legal }) }
}

/** `my page` becomes `mypage`. */
function stripSpaces(name: string): string {
  return name.replaceAll(' ', '').replace(/^[^A-Za-z]+/, '')
}

/** `myPage` becomes `my-page`. */
function toSmall(name: string): string {
  const toPart = (part: string) =>
    part
      .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
  return name.split('/').map(toPart).join('/')
}

/** In one sentence, which rule the name breaks. */
export function toNameMessage({ name, rule, legal }: Misnamed): string {
  return `名称“${name}”不符合要求：${rule}${legal === undefined ? '' : `。可以写作 ${legal}`}`
}
