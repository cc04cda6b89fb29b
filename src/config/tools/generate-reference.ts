// Generates the reference of the language: every property, widget, root, condition, annotation and code of the check,
// with description and example.

import { ANNOTATION_TYPES, NESTED_ANNOTATIONS } from '#config/compile/fields/annotation-types.ts'
import { CODES, type Domain, isSilenceable } from '#config/load/codes.ts'
import { FILE_KINDS } from '#config/load/file-kinds.ts'
import { ROOTS, type Root } from '#shared/expressions/condition.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { describeType, descriptionOf } from './describe-type.ts'
import { type LanguageFiles, type LanguageProperty, listLanguageProperties } from './language-paths.ts'
import type { Example, Examples } from './reference-examples.ts'

export interface Reference {
  readonly text: string
  /** Places that have no description or no example, in words. */
  readonly lacking: readonly string[]
}

const ROOT_WORDS: Readonly<Record<Root, string>> = {
  item: '当前内容：列表的一行、卡片、详情页显示的内容；在条件与算式中为所判断的内容',
  query: '页面地址中“?”之后的参数，须在页面的 params 中声明',
  params: '页面地址中的一段，如 /consultSecondPage/:name 的 name',
  user: '当前访问者：是否登录、类型、权限等',
  form: '正在填写的表单中的字段',
  zone: '所在的专区：category、title、path',
}
const FAMILIES: readonly (readonly [folder: string, title: string])[] = [
  ['sections', '区块'],
  ['cells', '单元格'],
  ['filters', '筛选'],
  ['inputs', '输入'],
]
const DOMAINS: Readonly<Record<Domain, string>> = {
  files: '文件与 JSON',
  roles: '角色与受众',
  dictionaries: '字典与名称',
  parameters: '参数族与类目',
  forms: '表单与字段',
  content: '内容类型',
  lifecycles: '生命周期',
  api: '接口',
  notices: '通知',
  pages: '页面、链接与按钮',
  site: '门户、菜单与引用',
  samples: '示例',
  texts: '文字',
  migrations: '迁移',
}
const CONDITION = 'common#/$defs/condition'
const ANNOTATION = /^common#\/\$defs\/fieldSchema\/properties\/(x-[a-z-]+)$/
const HEAD = ['| 属性 | 值 | 说明 | 例子 |', '|---|---|---|---|']

const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** A span of code that may hold backticks itself. */
function code(text: string): string {
  const ticks = text.includes('`') ? '``' : '`'
  return `${ticks}${escaped(text)}${ticks}`
}

const formatExample = ({ text, file }: Example): string =>
  `${code(text)} [${file.replace(/^.*\//, '')}](${file})`

class Writer {
  readonly lines: string[] = []
  readonly lacking: string[] = []

  readonly language: LanguageFiles
  readonly examples: Examples

  constructor(language: LanguageFiles, examples: Examples) {
    this.language = language
    this.examples = examples
  }

  row(name: string, type: string, description: string, example: Example | undefined, subject: string): void {
    if (description === '') this.lacking.push(`${subject} 没有说明`)
    if (!example) this.lacking.push(`${subject} 没有例子`)
    const last = example ? formatExample(example) : ''
    this.lines.push(`| ${code(name)} | ${escaped(type)} | ${escaped(description)} | ${last} |`)
  }

  place({ id, owner, name, schema }: LanguageProperty, required: ReadonlySet<string>): void {
    const file = id.slice(0, id.indexOf('#'))
    const type = `${describeType(schema)}${required.has(id) ? '，必需' : ''}`
    this.row(
      name,
      type,
      descriptionOf(this.language, file, schema),
      this.examples.places.get(id),
      `${owner} ${name}`,
    )
  }

  table(places: readonly LanguageProperty[], required: ReadonlySet<string>): void {
    if (places.length === 0) return
    this.lines.push('', ...HEAD)
    for (const place of places) this.place(place, required)
  }

  heading(level: number, title: string, ...more: readonly string[]): void {
    this.lines.push(
      '',
      `${'#'.repeat(level)} ${title}`,
      ...more.filter(Boolean).flatMap((line) => ['', line]),
    )
  }
}

/** Pointers of the properties that must be there. */
function requiredIn(schema: unknown, at: string, into: Set<string>): Set<string> {
  if (Array.isArray(schema)) {
    schema.forEach((one, index) => {
      requiredIn(one, `${at}/${index}`, into)
    })
    return into
  }
  if (typeof schema !== 'object' || schema === null) return into
  const { required, properties } = schema as JsonSchema
  if (Array.isArray(required) && properties) for (const name of required) into.add(`${at}/properties/${name}`)
  for (const [key, inner] of Object.entries(schema)) requiredIn(inner, `${at}/${key}`, into)
  return into
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function definitionsOf({ schemas }: LanguageFiles, file: string): readonly (readonly [string, JsonSchema])[] {
  return Object.entries((schemas.get(file)?.$defs ?? {}) as Readonly<Record<string, JsonSchema>>)
}

export function toReference(language: LanguageFiles, examples: Examples): Reference {
  const writer = new Writer(language, examples)
  const required = new Set<string>()
  for (const [file, schema] of language.schemas) requiredIn(schema, `${file}#`, required)
  for (const [widget, { options }] of language.widgets)
    requiredIn(options, `widgets/${widget}#/options`, required)
  const byOwner = new Map<string, LanguageProperty[]>()
  for (const place of listLanguageProperties(language))
    byOwner.set(place.owner, [...(byOwner.get(place.owner) ?? []), place])
  const tableOf = (owner: string) => writer.table(byOwner.get(owner) ?? [], required)
  const section = (owner: string, title: string, description: string) => {
    writer.heading(3, title, description)
    tableOf(owner)
  }
  const definitions = (file: string) => {
    for (const [name, schema] of definitionsOf(language, file)) {
      const owner = `${file}/${name}`
      if (byOwner.has(owner)) section(owner, name, descriptionOf(language, file, schema))
    }
  }

  writer.lines.push(
    '# 配置语言参考',
    '',
    '<!-- Generated by `npm run docs`. Do not edit. -->',
    '',
    '各种文件、属性、组件、占位符、条件、标注与检查的说明。例子均取自通过检查的配置，其后为所在文件；检查的例子除外。',
    '',
    '各种文件都可在开头写 `$allow`，写法见 allowance。',
  )
  writer.heading(2, '文件')
  for (const { schema: file, folder, rule, ending } of FILE_KINDS) {
    const schema = file === undefined ? undefined : language.schemas.get(file)
    if (file === undefined || !schema || file === 'page') continue
    section(file, `${textOf(schema.title)}（${file}）`, textOf(schema.description))
    writer.lines.push('', `放在 \`${folder}\`，以 \`${ending}\` 结尾；名称${rule}。`)
    definitions(file)
  }
  writer.heading(2, '页面', '放在 `pages-config/`。`kind` 为页面种类；以下先列各种页面共有的属性。')
  tableOf('page-base')
  partsOf(writer, language, 'pages', 'kind', tableOf)
  writer.heading(2, '动作', '页面上的按钮。`do` 为按钮执行的动作；以下先列各种动作共有的属性。')
  tableOf('action-base')
  partsOf(writer, language, 'actions', 'do', tableOf)
  writer.heading(2, '共用的部分', '各文件属性的“值”中用到的名称。')
  definitions('common')
  addAnnotations(writer)
  addRoots(writer)
  for (const [folder, title] of FAMILIES) addWidgets(writer, folder, title, tableOf)
  addCodes(writer)
  return { text: `${writer.lines.join('\n')}\n`, lacking: writer.lacking }
}

function partsOf(
  writer: Writer,
  { schemas }: LanguageFiles,
  folder: string,
  key: string,
  tableOf: (owner: string) => void,
): void {
  for (const [file, schema] of schemas) {
    if (!file.startsWith(`${folder}/`)) continue
    const name = file.slice(folder.length + 1)
    writer.heading(3, `${textOf(schema.title)}（\`"${key}": "${name}"\`）`, textOf(schema.description))
    tableOf(file)
  }
}

function addAnnotations(writer: Writer): void {
  writer.heading(2, '字段的标注', '写在字段上，以 `x-` 开头；用于其他类型会被拒绝。')
  writer.lines.push('', '| 标注 | 用于的字段类型 | 说明 | 例子 |', '|---|---|---|---|')
  for (const place of listLanguageProperties(writer.language)) {
    const name = ANNOTATION.exec(place.id)?.[1]
    if (name === undefined) continue
    const types = ANNOTATION_TYPES[name] ?? []
    const inside = NESTED_ANNOTATIONS.has(name) ? '；一组内容与多行表格的内部也可用' : ''
    const description = descriptionOf(writer.language, 'common', place.schema)
    const example = writer.examples.places.get(place.id)
    writer.row(name, types.join('、'), `${description}${inside}`, example, name)
  }
}

/** A section for each code: what it reports, why, an example, and how to mend it. */
function addCodes(writer: Writer): void {
  for (const [domain, title] of Object.entries(DOMAINS)) {
    writer.heading(2, `检查：${title}`)
    for (const [name, { domain: own, severity, what, why, example, mend }] of CODES)
      if (own === domain) {
        const kind = `${severity === 'warning' ? '警告' : '错误'}${isSilenceable(name) ? '，可停用' : ''}`
        writer.heading(3, name, `${what}（${kind}）。${why}。`, `例：${code(example)}。${mend}。`)
      }
  }
}

function addRoots(writer: Writer): void {
  writer.heading(
    2,
    '占位符与条件',
    '占位符写作 `{根.字段}`，条件写作 `"根.字段": 值`；值是一列时表示其中之一，也可写成比较，见 condition。',
  )
  writer.lines.push('', '| 根 | 写法 | 说明 | 例子 |', '|---|---|---|---|')
  for (const root of ROOTS) {
    const found = [writer.examples.placeholders.get(root), writer.examples.conditions.get(root)]
    writer.row(root, '占位符、条件', ROOT_WORDS[root], found[0] ?? found[1], `根 ${root}`)
    if (found[0] && found[1]) writer.row(`${root}.…`, '条件', ROOT_WORDS[root], found[1], `根 ${root}`)
  }
  writer.lines.push('', `条件的比较与组合：${[...listConditionKeywords(writer)].map(code).join('、')}。`)
}

const listConditionKeywords = ({ language }: Writer): string[] =>
  listLanguageProperties(language).flatMap(({ id, name }) => (id.startsWith(`${CONDITION}/`) ? [name] : []))

function addWidgets(writer: Writer, folder: string, title: string, tableOf: (owner: string) => void): void {
  writer.heading(2, `组件：${title}`)
  for (const [id, schema] of writer.language.widgets) {
    if (!id.startsWith(`${folder}/`)) continue
    const name = id.slice(folder.length + 1)
    const example = writer.examples.widgets.get(id)
    if (!example) writer.lacking.push(`组件 ${id} 没有例子`)
    const accepts = Array.isArray(schema.accepts) ? `用于 ${schema.accepts.join('、')}。` : ''
    const use = example ? `例：${formatExample(example)}` : ''
    writer.heading(3, `${textOf(schema.title)}（\`${name}\`）`, [accepts, use].filter(Boolean).join(' '))
    tableOf(`widgets/${id}`)
  }
}
