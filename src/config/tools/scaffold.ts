// Writes the smallest valid file of each kind, for `npm run new`.

import { kindOf } from '#config/load/file-kinds.ts'
import { findMisnamed, toNameMessage } from '#config/load/file-names.ts'
import { COLOR_TOKENS } from '#shared/generated/color-tokens.ts'
import { PAGE_KINDS, type PageKind, scaffoldPage, type TypeSketch } from './scaffold-page.ts'

export interface Scaffold {
  readonly path: string
  readonly content: object
}

/** Its `$schema` and free title are added. */
interface Written extends Scaffold {
  readonly schema: string
  readonly title: string
}

/** The default lifecycle, if the portal has it: published content is moderated first. */
const USUAL = 'moderated'

const route = (name: string) => `/${name.replaceAll('/', '-')}`

/** The existing names of the portal. */
export interface Surroundings {
  /** Names of its lifecycles, the one that most of its content has first. */
  readonly lifecycles?: readonly string[]
  /** Titles of the files of this kind: nobody can tell two of the same title apart. */
  readonly titles?: readonly string[]
  /**
   * Returns the path to the language's schemas from a folder of the portal. By default they are in the portal's own
   * folder.
   */
  readonly languageFrom?: (folder: string) => string
  /** Its primary colour. */
  readonly color?: string
  /** Its content types, and the ids of its pages. */
  readonly types?: readonly TypeSketch[]
  readonly pages?: readonly string[]
}

/** What else the command says, in any order: for a page a kind and a content type, for any file its title. */
export type Wishes = readonly string[]

type Build = (name: string, around: Surroundings, wishes: Wishes) => Written | { readonly refused: string }

/** The first of `title`, `title 2` and so on that there is not. */
function freeTitle(title: string, titles: readonly string[] = []): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? title : `${title} ${number}`
    if (!titles.includes(free)) return free
  }
}

/** Of a file at that path, by which editors complete it. */
function schemaOf(path: string, name: string, { languageFrom }: Surroundings): string {
  const folder = path.slice(0, path.lastIndexOf('/'))
  const up = folder.split('/').map(() => '..')
  const own = folder.startsWith('schemas/')
    ? `${up.slice(1).join('/')}/config`
    : `${up.join('/')}/schemas/config`
  return `${languageFrom?.(folder) ?? own}/${name}.schema.json`
}

const SCAFFOLDS: Readonly<Record<string, Build>> = {
  zone: (name, { color = COLOR_TOKENS.primary }, [title = '新专区']) => ({
    path: `zones-config/${name}.json`,
    schema: 'zone',
    title: '新专区',
    content: {
      path: route(name),
      slogan: title,
      theme: { color: color.toUpperCase(), cover: 'waves' },
      menu: true,
      sections: [],
    },
  }),
  page: (name, { types = [], pages = [] }, wishes) => {
    const kind = wishes.find(isPageKind)
    const type = wishes.find((wish) => types.some((one) => one.name === wish))
    const page = scaffoldPage(
      name,
      { ...(kind ? { kind } : {}), ...(type ? { type } : {}) },
      { types, pages },
    )
    if (!('title' in page)) return page
    const { kind: written, ...content } = page.content as { readonly kind: PageKind }
    return {
      path: `pages-config/${name}.json`,
      schema: 'page',
      title: page.title,
      content: { kind: written, path: route(name), ...content },
    }
  },
  content: (name, { lifecycles = [] }) => ({
    path: `schemas/content/${name}.json`,
    schema: 'content-type',
    title: '新内容',
    content: {
      version: 1,
      lifecycle: lifecycles.includes(USUAL) ? USUAL : (lifecycles[0] ?? USUAL),
      fields: {
        type: 'object',
        required: ['title'],
        properties: {
          title: { type: 'string', title: '标题', minLength: 2, maxLength: 60, 'x-search': 'A' },
        },
      },
      endpoints: {
        list: `GET /${name}/list`,
        info: `GET /${name}/info/{id}`,
        add: { at: `POST /${name}/add`, access: ['registered'] },
      },
    },
  }),
  form: (name) => ({
    path: `schemas/forms/${name}.json`,
    schema: 'form',
    title: '新表单',
    content: {
      version: 1,
      fields: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', title: '名称', minLength: 2, maxLength: 40 } },
      },
    },
  }),
  dictionary: (name) => ({
    path: `schemas/dictionaries/${name}.json`,
    schema: 'dictionary',
    title: '新字典',
    content: {
      items: [{ value: '1', label: '第一项' }],
    },
  }),
}

const isPageKind = (wish: string): wish is PageKind => (PAGE_KINDS as readonly string[]).includes(wish)

/** The title is what no other wish is. */
function titleIn(kind: string, wishes: Wishes, { types = [] }: Surroundings): string | undefined {
  if (kind !== 'page') return wishes[0]
  return wishes.find((wish) => !isPageKind(wish) && !types.some(({ name }) => name === wish))
}

export const SCAFFOLD_KINDS: readonly string[] = Object.keys(SCAFFOLDS)

/** The file to write; or in Chinese why a file of that name would be refused. */
export function scaffold(
  kind: string,
  name: string,
  around: Surroundings = {},
  wishes: Wishes = [],
): Scaffold | { readonly refused: string } {
  const build = Object.hasOwn(SCAFFOLDS, kind) ? SCAFFOLDS[kind] : undefined
  if (!build || name === '')
    return {
      refused: `用法：npm run new -- ${SCAFFOLD_KINDS.filter((one) => one !== 'page').join('|')} <名称> [标题]
      npm run new -- page <名称> [${PAGE_KINDS.join('|')}] [内容类型] [标题]
      npm run new -- portal <文件夹> [门户名称]
      npm run new -- registration <角色> [角色名称]
      npm run new -- widget|handler <名称>
页面的种类不写时由名称看出：loan/list 是列表，loan/detail 是详情，loan/publish 是表单，loan/compare 是比对，loan/dashboard 是统计，其他是放区块的页面（zone）；内容类型不写时是文件夹的名称，如 loan`,
    }
  const built = build(name, around, wishes)
  if (!('path' in built)) return built
  const { path, schema, title, content } = built
  const file = {
    path,
    content: {
      $schema: schemaOf(path, schema, around),
      title: titleIn(kind, wishes, around) ?? freeTitle(title, around.titles),
      ...content,
    },
  }
  if (kindOf(file.path)?.kind.kind === kind) return file
  const misnamed = findMisnamed(file.path)
  return { refused: misnamed ? toNameMessage(misnamed) : `名称“${name}”不符合要求` }
}
