// Words every validation error in Chinese, the same in browser and server.

import { ID_PATTERN } from '#shared/calls/parameter-titles.ts'
import type { JsonSchema } from '#shared/model/json.ts'

interface MessageInput {
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  /** Schema of the refused value, or of the missing property. */
  readonly schema?: JsonSchema | undefined
}

/** Descriptions of ids say what the id is of, not how it is written. */
const ID_HINT = '只能含字母、数字、“_”和“-”'

const FORMAT_HINTS: Readonly<Record<string, string>> = {
  mobile: '应为 11 位手机号码',
  'id-card': '不正确，请核对 18 位公民身份号码',
  uscc: '不正确，请核对 18 位统一社会信用代码',
  'post-code': '应为 6 位数字',
  telephone: '应为一个座机或手机号码，例如 010-12345678、0591-87654321-801 或 13800138000',
  date: '应为有效的日期，例如 2026-01-05',
  'date-time': '应为有效的日期和时间',
  time: '应为有效的时间，例如 08:30',
  email: '格式不正确，例如 name@example.com',
  uri: '应为以 http:// 或 https:// 开头的网址',
}

const TYPE_HINTS: Readonly<Record<string, string>> = {
  number: '应为数字',
  integer: '应为整数',
  boolean: '应为是（true）或否（false）',
  string: '应为文字',
  array: '应为列表',
  object: '应为一组内容',
}

/** How a value comes about: it is uploaded, picked or written; a list as its entries are. */
function verbOf(schema: JsonSchema | undefined): string {
  if (!schema) return '填写'
  if (schema['x-uploaded'] === true) return '上传'
  const isPicked =
    schema.type === 'boolean' ||
    schema['x-picked'] === true ||
    Array.isArray(schema.enum) ||
    schema.format === 'date' ||
    schema.format === 'region'
  if (isPicked) return '选择'
  return schema.type === 'array' ? verbOf(schema.items as JsonSchema | undefined) : '填写'
}

function decimals(step: unknown): string {
  const text = String(step)
  const places = /^0\.0*1$/.test(text) ? text.length - 2 : 0
  return places > 0 ? `最多 ${places} 位小数` : `应为 ${text} 的倍数`
}

type MessageFormatter = (title: string, error: MessageInput) => string

/** Returns true if the only valid answer is yes. */
export const isTick = (values: unknown): boolean =>
  Array.isArray(values) && values.length === 1 && values[0] === true

const limit = (error: MessageInput) => String(error.params.limit)
const items = ({ schema }: MessageInput) => {
  const verb = verbOf(schema)
  return { verb, unit: verb === '上传' ? '个' : '项' }
}

const WORDS: Readonly<Record<string, MessageFormatter>> = {
  required: (title, { schema }) =>
    schema?.pattern === ID_PATTERN ? `缺少${title}` : `请${verbOf(schema)}${title}`,
  type: (title, error) => `${title}${TYPE_HINTS[String([error.params.type].flat()[0])] ?? '格式不正确'}`,
  enum: (title, { schema }) => (isTick(schema?.enum) ? `请勾选${title}` : `请从列表中选择${title}`),
  const: (title, error) => (error.params.allowedValue === true ? `请勾选${title}` : `${title}不正确`),
  format: (title, error) =>
    String(error.params.format).startsWith('region')
      ? `请从列表中选择${title}`
      : `${title}${FORMAT_HINTS[String(error.params.format)] ?? '格式不正确'}`,
  pattern: (title, { schema }) => {
    const format = schema?.pattern === ID_PATTERN ? ID_HINT : schema?.description
    return format === undefined ? `${title}格式不正确` : `${title}${toDemand(String(format))}`
  },
  minLength: (title, error) =>
    error.params.limit === 1 ? `请填写${title}` : `${title}至少 ${limit(error)} 个字`,
  maxLength: (title, error) => `${title}最多 ${limit(error)} 个字`,
  minimum: (title, error) => `${title}不能小于 ${limit(error)}`,
  maximum: (title, error) => `${title}不能大于 ${limit(error)}`,
  exclusiveMinimum: (title, error) => `${title}应大于 ${limit(error)}`,
  exclusiveMaximum: (title, error) => `${title}应小于 ${limit(error)}`,
  multipleOf: (title, error) => `${title}${decimals(error.params.multipleOf)}`,
  minItems: (title, error) => `${title}至少${items(error).verb} ${limit(error)} ${items(error).unit}`,
  maxItems: (title, error) => `${title}最多${items(error).verb} ${limit(error)} ${items(error).unit}`,
  uniqueItems: (title) => `${title}中有重复的内容`,
  minProperties: (title) => `${title}填写不完整`,
  additionalProperties: (title) => `不支持的内容“${title}”`,
}

/** A format as the rest of a sentence about its field: 须含数字 stays, 6 位数字 becomes 应为 6 位数字. */
function toDemand(format: string): string {
  if (/^(须|应|只能|不能)/u.test(format)) return format
  return `应为${/^[\p{Script=Han}“]/u.test(format) ? '' : ' '}${format}`
}

/** One sentence a person can act on; `title` names the field, or the unknown property. */
export function messageFor(error: MessageInput, title: string): string {
  return WORDS[error.keyword]?.(title, error) ?? `${title}不符合要求`
}
