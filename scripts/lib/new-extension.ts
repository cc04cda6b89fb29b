// Creates the initial files of a portal's own widget or handler: written against the SDK, ready to be built.
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { PROGRAM } from '#config/load/portal-folder.ts'
import { WIDGET_FAMILIES } from './portal-widgets.ts'

export interface NewFile {
  /** From the portal's folder. */
  readonly path: string
  readonly text: string
  /** Left alone where it is there already. */
  readonly shared?: true
  /** A file of the portal with something added. */
  readonly changes?: true
}

const WIDGET = /^(cells|filters|inputs|sections)\/([a-z][a-z0-9-]*)$/
const GROUP = /^[a-z][A-Za-z0-9]*$/

const pascal = (name: string) => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
export const toJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`
/**
 * Returns the path from a folder of the portal to the schemas of configuration files: the portal's own, else the
 * program's.
 */
export function languageFrom(portal: string, folder: string): string {
  const own = join(portal, 'schemas', 'config')
  const language = existsSync(own) ? own : join(PROGRAM, 'schemas', 'config')
  return relative(join(portal, folder), language).replaceAll('\\', '/')
}

/** By family: what it is given, what it draws, and what its schema says of it. */
const TEMPLATES = {
  cells: {
    props: 'CellProps',
    uses: ['toText'],
    body: "({ value }: CellProps) {\n  return <span>{toText(value) || '—'}</span>\n}",
    schema: { family: 'cell', title: '新单元格', accepts: ['text'] },
  },
  filters: {
    props: 'FilterProps',
    uses: [],
    body: '({ filter, value, onChange }: FilterProps) {\n  return (\n    <label>\n      {filter.label}\n      <input\n        className="eq-input"\n        value={value[filter.name] ?? \'\'}\n        onChange={(event) => onChange({ [filter.name]: event.target.value })}\n      />\n    </label>\n  )\n}',
    schema: { family: 'filter', title: '新筛选', accepts: ['text'] },
  },
  inputs: {
    props: 'InputProps',
    uses: ['controlProps', 'toText'],
    body: '(props: InputProps) {\n  return (\n    <input\n      {...controlProps(props)}\n      className="eq-input"\n      value={toText(props.value)}\n      onChange={(event) => props.onChange(event.target.value)}\n    />\n  )\n}',
    schema: { family: 'input', title: '新输入组件', accepts: ['text'] },
  },
  sections: {
    props: 'SectionProps',
    uses: ['SectionFrame'],
    body: '({ section, scope }: SectionProps) {\n  return (\n    <SectionFrame section={section} scope={scope}>\n      <p>在这里写区块的内容。</p>\n    </SectionFrame>\n  )\n}',
    schema: { family: 'section', title: '新区块', source: 'none' },
  },
} as const

/** Returns the tsconfig that lets editors and the compiler resolve the SDK, wherever the portal is stored. */
function toTsconfig(portal: string): NewFile {
  const program = relative(portal, PROGRAM).replaceAll('\\', '/') || '.'
  const from = (path: string) => [`${program.startsWith('.') ? '' : './'}${program}/${path}`]
  const config = {
    extends: `${program}/tsconfig.json`,
    compilerOptions: {
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      jsx: 'react-jsx',
      types: [...from('node_modules/vite/client'), ...from('node_modules/@types/node')],
      paths: {
        'equipnet/widget': from('src/sdk/widget.ts'),
        'equipnet/handler': from('src/sdk/handler.ts'),
        'react/*': from('node_modules/@types/react/*'),
        react: from('node_modules/@types/react'),
      },
    },
    include: ['widgets', 'handlers'],
  }
  return { path: 'tsconfig.json', text: toJson(config), shared: true }
}

function newWidget(portal: string, family: keyof typeof TEMPLATES, name: string): NewFile[] {
  const { props, uses, body, schema } = TEMPLATES[family]
  const imports = [`type ${props}`, ...uses].join(', ')
  const folder = `schemas/widgets/${family}`
  return [
    {
      path: `widgets/${family}/${name}.tsx`,
      text: `// A widget of this portal.\nimport { ${imports} } from 'equipnet/widget'\n\nexport const DOOR = 1\n\nexport function ${pascal(name)}${body}\n`,
    },
    {
      path: `${folder}/${name}.schema.json`,
      text: toJson({ $schema: `${languageFrom(portal, folder)}/widget.schema.json`, ...schema }),
    },
    toTsconfig(portal),
  ]
}

function newHandler(portal: string, group: string): NewFile[] {
  const folder = 'schemas/api'
  const operations = {
    hello: { at: `GET /${group}/hello`, summary: '新接口', access: 'anyone' },
  }
  return [
    {
      path: `handlers/${group}.ts`,
      text: `// Handles calls of this portal.\nimport type { Handlers } from 'equipnet/handler'\n\nexport const DOOR = 1\n\nexport const handlers: Handlers = {\n  '${group}.hello': async ({ account }) => ({ greeting: account ? \`您好，\${account.name}\` : '您好' }),\n}\n`,
    },
    {
      path: `${folder}/${group}.json`,
      text: toJson({
        $schema: `${languageFrom(portal, folder)}/api.schema.json`,
        title: '新接口',
        operations,
      }),
    },
    toTsconfig(portal),
  ]
}

/** Answers in Chinese why nothing is written. */
export function newExtension(
  kind: 'widget' | 'handler',
  name: string,
  portal: string,
): readonly NewFile[] | { readonly refused: string } {
  if (portal === PROGRAM)
    return {
      refused:
        '请用 PORTAL_DIR 指明门户的文件夹；程序自带的组件与接口分别在 src/portal/widgets 与 src/server',
    }
  if (kind === 'handler')
    return GROUP.test(name)
      ? newHandler(portal, name)
      : { refused: '用法：npm run new -- handler <接口组>，以小写字母开头，只用字母与数字，如 shelf' }
  const [, family, own] = WIDGET.exec(name) ?? []
  if (family === undefined || own === undefined)
    return {
      refused: `用法：npm run new -- widget ${WIDGET_FAMILIES.join('|')}/<名称>，如 cells/call-number`,
    }
  return newWidget(portal, family as keyof typeof TEMPLATES, own) // by the pattern
}
