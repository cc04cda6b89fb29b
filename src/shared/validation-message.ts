// Owns the Chinese words for a value that its schema refuses, alike in browser and server.
import { FORMATS } from './formats.ts'

export interface Refused {
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
}

const TYPES: Readonly<Record<string, string>> = {
  string: '文字',
  number: '数字',
  integer: '整数',
  boolean: '是或否',
  array: '列表',
  object: '对象',
  null: '空',
}

const STANDARD_FORMATS: Readonly<Record<string, string>> = {
  date: '应为日期，例如 2026-01-31',
  'date-time': '应为日期时间',
  time: '应为时间，例如 08:30',
  uri: '应为完整的网址，以 http:// 或 https:// 开头',
  email: '应为电子邮箱，例如 name@example.com',
}

/** One sentence; `title` names the field, null where there is none. */
export function messageFor({ keyword, params }: Refused, title: string | null): string {
  const name = title ?? '该项'
  const limit = String(params.limit ?? '')
  switch (keyword) {
    case 'required':
      return `请填写${title ?? String(params.missingProperty)}`
    case 'minLength':
      return limit === '1' ? `请填写${name}` : `${name}至少 ${limit} 个字`
    case 'maxLength':
      return `${name}最多 ${limit} 个字`
    case 'minimum':
      return `${name}不能小于 ${limit}`
    case 'maximum':
      return `${name}不能大于 ${limit}`
    case 'exclusiveMinimum':
      return `${name}应大于 ${limit}`
    case 'exclusiveMaximum':
      return `${name}应小于 ${limit}`
    case 'multipleOf':
      return `${name}应为 ${String(params.multipleOf)} 的倍数`
    case 'minItems':
      return `${name}至少选择 ${limit} 项`
    case 'maxItems':
      return `${name}最多 ${limit} 项`
    case 'uniqueItems':
      return `${name}不能重复`
    case 'enum':
    case 'const':
      return `${name}不在可选范围内`
    case 'type':
      return `${name}应为${[params.type].flat().map((type) => TYPES[String(type)] ?? String(type)).join('或')}`
    case 'format': {
      const format = String(params.format)
      return `${name}${FORMATS[format]?.message ?? STANDARD_FORMATS[format] ?? '格式不正确'}`
    }
    case 'pattern':
      return `${name}的格式不正确`
    case 'additionalProperties':
      return `不支持的字段“${String(params.additionalProperty).slice(0, 40)}”`
    default:
      return `${name}不符合要求`
  }
}
