// Describes the valid values of an import column, in templates and in reports, and builds the template file.
import type { JsonSchema } from '#shared/model/json.ts'
import type { Sheet, SheetCell, SheetColumn } from '#shared/tables/sheet.ts'
import type { ImportColumn } from './import-columns.ts'
import { HINT_MARK, MAX_ROWS } from './import-kind.ts'

const MAX_CHOICES = 40

/** Such as `数字，1000 至 6000，单位 m³/h`. */
export function helpOf({ field, choices }: Pick<ImportColumn, 'field' | 'choices'>): string {
  const { type, schema, unit } = field
  const words = [
    choices.length > 0 ? describeChoices(choices, type.endsWith('-list')) : WORDS[type]?.(schema),
  ]
  const range = rangeOf(schema)
  if (range) words.push(range)
  if (unit) words.push(`单位 ${unit}`)
  if (typeof schema.maxItems === 'number') words.push(`最多 ${schema.maxItems} 项`)
  return words.filter(Boolean).join('，')
}

const describeLength = ({ minLength, maxLength }: JsonSchema): string => {
  if (minLength !== undefined && maxLength !== undefined) return `${minLength} 至 ${maxLength} 个字`
  return maxLength === undefined ? '文字' : `不超过 ${maxLength} 个字`
}

const WORDS: Readonly<Record<string, (schema: JsonSchema) => string>> = {
  text: describeLength,
  'long-text': describeLength,
  'rich-text': () => '文字，每段一行',
  number: () => '数字',
  integer: () => '整数',
  boolean: () => '填“是”或“否”',
  date: () => '日期，例如 2026-01-05',
  'date-time': () => '日期和时间，例如 2026-01-05 08:30',
  region: () => '省、市、区县的名称，例如：福建省福州市鼓楼区',
  ref: () => '填写已公开内容的标题',
  'ref-list': () => '填写已公开内容的标题，多项之间用“；”隔开',
  'text-list': () => '可填多项，用“；”隔开',
  url: () => '以 http:// 或 https:// 开头的网址',
  mobile: () => '11 位手机号码',
}

function rangeOf({ minimum, maximum }: JsonSchema): string | undefined {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} 至 ${maximum}`
  if (minimum !== undefined) return `不小于 ${minimum}`
  return maximum === undefined ? undefined : `不大于 ${maximum}`
}

function describeChoices(choices: ImportColumn['choices'], isList: boolean): string {
  const named = choices.slice(0, MAX_CHOICES).map(({ label }) => label)
  const rest = choices.length > MAX_CHOICES ? `等 ${choices.length} 项` : ''
  return `${isList ? '可选多项，用“、”隔开' : '从中选一项'}：${named.join('、')}${rest}`
}

const NARROW = 12
const WIDE = 40
const LONG = new Set(['long-text', 'rich-text', 'text-list', 'ref-list'])

const head = (value: string): SheetCell => ({ value, style: 'head' })

export function templateSheets(
  title: string,
  columns: readonly ImportColumn[],
  format: 'xlsx' | 'csv',
): Sheet[] {
  const heads = columns.map((column) => head(column.head))
  // A CSV file has one sheet: its explanations are a row that is skipped on import.
  const hints = columns.map((column, index) => `${index === 0 ? HINT_MARK : ''}${helpOf(column)}`)
  return [
    {
      name: title,
      rows: format === 'csv' ? [heads, hints] : [heads],
      columns: columns.map(toSheetColumn),
      fixed: { rows: 1, columns: 0 },
    },
    {
      name: '填写说明',
      rows: [
        ['列', '必填', '填写什么'].map(head),
        ...columns.map((column): SheetCell[] => [
          column.head.replace(/^\*/, ''),
          column.field.required ? '是' : '',
          helpOf(column),
        ]),
        [`每件一行，从第 2 行起填写，最多 ${MAX_ROWS} 行；标题行不要改动，不用的列可以删去。`],
        ['数字可以带单位，例如“60 L/s”；图片、视频和文件请在导入之后到“我的发布”中逐件补充。'],
      ],
      columns: [{ width: 28 }, { width: 8 }, { width: 90 }],
    },
  ]
}

function toSheetColumn({ field, head: title, choices }: ImportColumn): SheetColumn {
  const isNumber = field.type === 'number' || field.type === 'integer'
  const isList = field.type.endsWith('-list')
  return {
    width: LONG.has(field.type) ? WIDE : Math.max(NARROW, title.length * 2 + 2),
    isText: !isNumber,
    ...(choices.length > 0 && !isList ? { choices: choices.map(({ label }) => label) } : {}),
    ...(field.type === 'boolean' ? { choices: ['是', '否'] } : {}),
  }
}
