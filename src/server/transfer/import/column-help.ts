// Describes the valid values of an import column for templates and reports.
import type { JsonSchema } from '#shared/model/json.ts'
import type { ImportColumn } from './import-columns.ts'

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
