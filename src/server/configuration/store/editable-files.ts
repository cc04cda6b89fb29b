// Tells which files of the configuration are edited in the browser, and who may edit which.
import { kindOf } from '#config/load/file-kinds.ts'
import { readJson } from '#config/load/layer/format-like.ts'
import { isJsonObject } from '#config/load/layer/json-path.ts'
import type { PortalFiles } from '#config/load/read-folder.ts'
import { type Caller, GRANTS, grantAudience, isInAudience } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { perModel } from '#shared/model/per-model.ts'

/**
 * In the order of the list. Roles, content types, lifecycles and calls say what is stored, and who may do what: they come with a deployment only, as
 * the language and the widgets do.
 */
export const EDITABLE_KINDS = [
  'site',
  'menu',
  'zone',
  'page',
  'dictionary',
  'notice',
  'form',
  'family',
  'set',
  'migration',
] as const

export type EditableKind = (typeof EDITABLE_KINDS)[number]

const isEditable = (kind: string): kind is EditableKind =>
  (EDITABLE_KINDS as readonly string[]).includes(kind)

/** Such as `configureDictionary`: who has it edits the files of that kind; administrators edit all. */
const grantFor = (kind: EditableKind): string => `configure${kind[0]?.toUpperCase()}${kind.slice(1)}`

export const mayEdit = (caller: Caller, kind: EditableKind): boolean =>
  isInAudience(caller, [GRANTS.administer, grantFor(kind)].map(grantAudience))

/** Who examines everything reads what others edit. */
export const mayRead = (caller: Caller, kind: EditableKind): boolean =>
  mayEdit(caller, kind) || isInAudience(caller, [grantAudience(GRANTS.examine)])

/** The address of a file in calls: its path, which names no folders in an address. */
export const toFileId = (path: string): string => path.replaceAll('/', '~')

export interface EditableFile {
  readonly id: string
  readonly path: string
  readonly kind: EditableKind
  /** The name of the file's schema. */
  readonly schema: string
}

/** Undefined for what is not edited in the browser. */
export function toEditable(path: string): EditableFile | undefined {
  const kind = kindOf(path)?.kind
  if (!kind?.schema || !isEditable(kind.kind)) return undefined
  return { id: toFileId(path), path, kind: kind.kind, schema: kind.schema }
}

/** Throws `NOT_FOUND` for what is not edited in the browser, `FORBIDDEN` where the caller may not read it. */
export const requireReadable = (caller: Caller, id: string): EditableFile => requireFile(caller, id, mayRead)

/** Throws `NOT_FOUND` for what is not edited in the browser, `FORBIDDEN` where the caller may not edit it. */
export const requireEditable = (caller: Caller, id: string): EditableFile => requireFile(caller, id, mayEdit)

function requireFile(caller: Caller, id: string, may: typeof mayEdit): EditableFile {
  const file = toEditable(id.replaceAll('~', '/'))
  if (!file) throw new Failure('NOT_FOUND', { message: '没有这个配置文件，或者它不能在网页上修改' })
  if (!may(caller, file.kind)) throw new Failure('FORBIDDEN')
  return file
}

/** By schema; the schema of pages alone takes a millisecond to parse. */
const kindTitles = perModel((_files: PortalFiles) => new Map<string, string>())

/** What the language of these files calls a kind, by its schema. */
export function kindTitle(files: PortalFiles, { schema }: Pick<EditableFile, 'schema'>): string {
  const titles = kindTitles(files)
  const known = titles.get(schema)
  if (known !== undefined) return known
  const language = readJson(files.get(`schemas/config/${schema}.schema.json`) ?? '')
  const title = isJsonObject(language) ? String(language.title) : schema
  titles.set(schema, title)
  return title
}

/** What the file calls itself, else its name. */
export function fileTitle(path: string, text: string | null): string {
  const value = readJson(text ?? '')
  const { title, name } = isJsonObject(value) ? value : {}
  return [title, name].find((one) => typeof one === 'string') ?? kindOf(path)?.id ?? path
}
