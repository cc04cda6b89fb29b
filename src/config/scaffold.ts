// Owns the smallest valid file of each kind that `npm run new` writes.

import { COLOR_TOKENS } from '../shared/generated/color-tokens.ts'
import { kindOf } from './file-kinds.ts'
import { findMisnamed, toNameMessage } from './file-names.ts'

export interface Scaffold {
  readonly path: string
  readonly content: object
}

/** What people publish is looked at first, where the portal has it so. */
const USUAL = 'moderated'

const route = (name: string) => `/${name.replaceAll('/', '-')}`

/** What the portal has already. */
export interface Surroundings {
  /** Names of its lifecycles. */
  readonly lifecycles?: readonly string[]
  /** Its primary colour. */
  readonly color?: string
}

const SCAFFOLDS: Readonly<Record<string, (name: string, around: Surroundings) => Scaffold>> = {
  zone: (name, { color = COLOR_TOKENS.primary }) => ({
    path: `zones-config/${name}.json`,
    content: {
      $schema: '../schemas/config/zone.schema.json',
      title: '新专区',
      path: route(name),
      slogan: '一句话介绍',
      theme: { color: color.toUpperCase(), cover: 'waves' },
      menu: true,
      sections: [{ widget: 'text', title: '介绍', options: { paragraphs: ['在这里写专区的介绍。'] } }],
    },
  }),
  page: (name) => ({
    path: `pages-config/${name}.json`,
    content: {
      $schema: `${'../'.repeat(name.split('/').length)}schemas/config/page.schema.json`,
      kind: 'zone',
      path: route(name),
      title: '新页面',
      sections: [{ widget: 'text', options: { paragraphs: ['在这里写页面的内容。'] } }],
    },
  }),
  content: (name, { lifecycles = [] }) => ({
    path: `schemas/content/${name}.json`,
    content: {
      $schema: '../config/content-type.schema.json',
      version: 1,
      title: '新内容',
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
    content: {
      $schema: '../config/form.schema.json',
      version: 1,
      title: '新表单',
      fields: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', title: '名称', minLength: 2, maxLength: 40 } },
      },
    },
  }),
  dictionary: (name) => ({
    path: `schemas/dictionaries/${name}.json`,
    content: {
      $schema: '../config/dictionary.schema.json',
      title: '新字典',
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
    return { refused: `用法：npm run new -- ${SCAFFOLD_KINDS.join('|')}|portal|widget|handler <名称>` }
  const file = build(name, around)
  if (kindOf(file.path)?.kind.kind === kind) return file
  const misnamed = findMisnamed(file.path)
  return { refused: misnamed ? toNameMessage(misnamed) : `名称“${name}”不符合要求` }
}
