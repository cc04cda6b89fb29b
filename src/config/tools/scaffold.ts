// Writes the smallest valid file of each kind, for `npm run new`.

import { kindOf } from '#config/load/file-kinds.ts'
import { findMisnamed, toNameMessage } from '#config/load/file-names.ts'
import { COLOR_TOKENS } from '#shared/generated/color-tokens.ts'

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
}

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

const SCAFFOLDS: Readonly<Record<string, (name: string, around: Surroundings) => Written>> = {
  zone: (name, { color = COLOR_TOKENS.primary }) => ({
    path: `zones-config/${name}.json`,
    schema: 'zone',
    title: '新专区',
    content: {
      path: route(name),
      slogan: '一句话介绍',
      theme: { color: color.toUpperCase(), cover: 'waves' },
      menu: true,
      sections: [{ widget: 'text', title: '介绍', options: { paragraphs: ['在这里写专区的介绍。'] } }],
    },
  }),
  page: (name) => ({
    path: `pages-config/${name}.json`,
    schema: 'page',
    title: '新页面',
    content: {
      kind: 'zone',
      path: route(name),
      sections: [{ widget: 'text', options: { paragraphs: ['在这里写页面的内容。'] } }],
    },
  }),
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
      endpoints: { list: `GET /${name}/list`, info: `GET /${name}/info/{id}`, add: `POST /${name}/add` },
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

export const SCAFFOLD_KINDS: readonly string[] = Object.keys(SCAFFOLDS)

/** The file to write; or in Chinese why a file of that name would be refused. */
export function scaffold(
  kind: string,
  name: string,
  around: Surroundings = {},
): Scaffold | { readonly refused: string } {
  const build = Object.hasOwn(SCAFFOLDS, kind) ? SCAFFOLDS[kind] : undefined
  if (!build || name === '')
    return {
      refused: `用法：npm run new -- ${SCAFFOLD_KINDS.join('|')}|portal|registration|widget|handler <名称>`,
    }
  const { path, schema, title, content } = build(name, around)
  const file = {
    path,
    content: {
      $schema: schemaOf(path, schema, around),
      title: freeTitle(title, around.titles),
      ...content,
    },
  }
  if (kindOf(file.path)?.kind.kind === kind) return file
  const misnamed = findMisnamed(file.path)
  return { refused: misnamed ? toNameMessage(misnamed) : `名称“${name}”不符合要求` }
}
