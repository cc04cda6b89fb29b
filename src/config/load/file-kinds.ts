// Tells the kind of a configuration file from its folder and name, and gives the schema of its shape.

export interface FileKind {
  readonly kind: string
  /** With a slash at the end. */
  readonly folder: string
  /** Of the name inside the folder, without its ending. */
  readonly name: RegExp
  /** The rule for names, as messages say it. */
  readonly rule: string
  readonly ending: '.json' | '.schema.json'
  /** File name under schemas/config; absent for plain JSON Schemas. */
  readonly schema?: string
}

const WORD = {
  name: /^[A-Za-z][\w-]*$/,
  rule: '以字母开头，只用字母、数字、- 与 _，不分文件夹，如 demandScheme',
  ending: '.json',
} as const
const SCHEMA = { ...WORD, name: /^[\w-]+$/, ending: '.schema.json' } as const
const SMALL = {
  name: /^[a-z0-9-]+$/,
  rule: '只用小写字母、数字与 -，不分文件夹，如 rain-snow',
  ending: '.json',
} as const

const PARAMETERS = '参数族以小写字母开头，只用字母与数字，如 bicycle；其类目放在同名文件夹中，如 bicycle/B01'

export const FILE_KINDS: readonly FileKind[] = [
  {
    kind: 'language',
    folder: 'schemas/config/',
    ...SCHEMA,
    // The parts of a union have folders of their own: kinds of pages, effects of actions.
    name: /^(?:(?:pages|actions)\/)?[\w-]+$/,
  },
  { kind: 'common', folder: 'schemas/common/', ...SCHEMA },
  {
    kind: 'widget',
    folder: 'schemas/widgets/',
    name: /^(?:(?:cells|filters|inputs|sections)\/)?[a-z0-9-]+$/,
    rule: '只用小写字母、数字与 -，放在 cells、filters、inputs 或 sections 中，如 cells/money',
    ending: '.schema.json',
    schema: 'widget',
  },
  { kind: 'content', folder: 'schemas/content/', ...WORD, schema: 'content-type' },
  { kind: 'form', folder: 'schemas/forms/', ...WORD, schema: 'form' },
  { kind: 'api', folder: 'schemas/api/', ...WORD, schema: 'api' },
  { kind: 'dictionary', folder: 'schemas/dictionaries/', ...WORD, schema: 'dictionary' },
  {
    kind: 'family',
    folder: 'schemas/parameters/',
    name: /^[a-z][A-Za-z0-9]*$/,
    rule: PARAMETERS,
    ending: '.json',
    schema: 'parameter-family',
  },
  {
    kind: 'set',
    folder: 'schemas/parameters/',
    name: /^[a-z][A-Za-z0-9]*\/[A-Za-z][A-Za-z0-9]*$/,
    rule: PARAMETERS,
    ending: '.json',
    schema: 'parameter-set',
  },
  { kind: 'palette', folder: 'schemas/pictures/', ...SMALL, name: /^palette$/, schema: 'palette' },
  {
    kind: 'scene',
    folder: 'schemas/pictures/',
    ...SMALL,
    name: /^[a-z][a-z0-9-]*$/,
    rule: '以小写字母开头，只用小写字母、数字与 -，不分文件夹，如 flood；palette 是共用的颜色',
    schema: 'scene',
  },
  { kind: 'lifecycle', folder: 'schemas/lifecycles/', ...WORD, schema: 'lifecycle' },
  { kind: 'notice', folder: 'schemas/notices/', ...WORD, schema: 'notice' },
  {
    kind: 'migration',
    folder: 'schemas/migrations/',
    ...SMALL,
    rule: '只用小写字母、数字与 -，不分文件夹，按名称的顺序执行，如 2026-11-need',
    schema: 'migration',
  },
  { kind: 'samples', folder: 'schemas/samples/', ...WORD, schema: 'samples' },
  { kind: 'roles', folder: 'schemas/', ...WORD, name: /^roles$/, rule: '只能是 roles', schema: 'roles' },
  { kind: 'menu', folder: 'pages-config/', ...SMALL, name: /^menu$/, schema: 'menu' },
  { kind: 'site', folder: 'pages-config/', ...SMALL, name: /^site$/, schema: 'site' },
  {
    kind: 'page',
    folder: 'pages-config/',
    name: /^(?:[a-z0-9-]+\/)*[a-z0-9-]+$/,
    rule: '只用小写字母、数字与 -，可用 / 分文件夹，如 demand/list；menu 是菜单，site 是门户',
    ending: '.json',
    schema: 'page',
  },
  { kind: 'zone', folder: 'zones-config/', ...SMALL, schema: 'zone' },
]

/** Marks and other pictures of the portal, which its configuration names. */
export const ASSETS = /^pages-config\/assets\/(?!.*\.json$)/

/**
 * Returns the kind and the id of a configuration file by its path; null if its folder or name is none of the
 * language.
 *
 * @example
 * kindOf('schemas/dictionaries/level.json')?.kind.kind // → 'dictionary'
 * kindOf('schemas/dictionaries/level.json')?.id // → 'level'
 * kindOf('schemas/other/level.json') // → null
 */
export function kindOf(path: string): { kind: FileKind; id: string } | null {
  for (const kind of FILE_KINDS) {
    if (!path.startsWith(kind.folder) || !path.endsWith(kind.ending)) continue
    const id = path.slice(kind.folder.length, -kind.ending.length)
    if (kind.name.test(id)) return { kind, id }
  }
  return null
}
