// Finds the keywords of a field's schema that became narrower.
import type { JsonSchema } from '#shared/model/json.ts'

export interface SchemaNarrowing {
  /**
   * True if stored values may be read as something else; false if they are only refused when they are written again.
   */
  readonly isRetyped: boolean
  /** Description of the change in Chinese. */
  readonly description: string
}

/** Each way in which more of it is more narrow, with what it is called. */
const LOWER: Readonly<Record<string, string>> = {
  maxLength: '最大长度',
  maximum: '最大值',
  exclusiveMaximum: '最大值（不含）',
  maxItems: '最多项数',
  maxProperties: '最多项数',
}
const HIGHER: Readonly<Record<string, string>> = {
  minLength: '最小长度',
  minimum: '最小值',
  exclusiveMinimum: '最小值（不含）',
  minItems: '最少项数',
  minProperties: '最少项数',
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const formatValue = (value: unknown): string =>
  value === undefined ? '不限' : typeof value === 'string' ? value : JSON.stringify(value)

/** Everything that is narrower in `now` than in `before`; empty for what is equal or wider. */
export function narrowings(before: JsonSchema, now: JsonSchema, at = ''): SchemaNarrowing[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  return keys.flatMap((key) =>
    isSame(before[key], now[key]) ? [] : narrowed(key, before[key], now[key], at),
  )
}

function narrowed(key: string, before: unknown, now: unknown, at: string): SchemaNarrowing[] {
  const toNarrowing = (what: string, isRetyped = false): SchemaNarrowing[] => [
    { isRetyped, description: `${at}${what}` },
  ]
  const changed = (name: string, isRetyped = false) =>
    toNarrowing(`${name}由 ${formatValue(before)} 改为 ${formatValue(now)}`, isRetyped)
  if (LOWER[key]) return now !== undefined && isMore(before, now, 1) ? changed(LOWER[key]) : []
  if (HIGHER[key]) return now !== undefined && isMore(before, now, -1) ? changed(HIGHER[key]) : []
  switch (key) {
    case 'type':
      return before === 'integer' && now === 'number' ? [] : changed('类型', true)
    case 'format':
      return now === undefined ? [] : changed('格式', true)
    case 'pattern':
      return now === undefined ? [] : changed('格式要求')
    case 'multipleOf':
      return now === undefined ? [] : changed('步长')
    case 'uniqueItems':
      return now === true ? toNarrowing('不得有重复项') : []
    case 'enum':
    case 'const':
      return narrowedEnum(before, now, toNarrowing)
    case 'required':
      return list(now).some((name) => !list(before).includes(name))
        ? toNarrowing(`新增必填项 ${missing(now, before).join('、')}`)
        : []
    case 'items':
      return narrowings((before ?? {}) as JsonSchema, (now ?? {}) as JsonSchema, `${at}每一项的`)
    case 'properties':
      return narrowedProperties(before, now, at)
    case 'x-dict':
      return now === undefined ? [] : changed('字典', true)
    case 'x-secret':
    case 'additionalProperties':
      return []
    // Other keywords are checked against the stored values.
    default:
      return now === undefined ? [] : changed(key)
  }
}

/** Returns true if `now` allows less than `before`, where a larger limit (1) or a smaller one (-1) allows more. */
function isMore(before: unknown, now: unknown, sign: 1 | -1): boolean {
  return typeof before !== 'number' || sign * (Number(now) - before) < 0
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const missing = (all: unknown, among: unknown) => list(all).filter((one) => !list(among).includes(one))

function narrowedEnum(
  before: unknown,
  now: unknown,
  toNarrowing: (what: string) => SchemaNarrowing[],
): SchemaNarrowing[] {
  if (now === undefined) return []
  if (before === undefined) return toNarrowing(`只能是 ${list(now).slice(0, 8).join('、')} 之一`)
  const removed = missing(before, now)
  return removed.length > 0 ? toNarrowing(`不再可选 ${removed.slice(0, 8).join('、')}`) : []
}

function narrowedProperties(before: unknown, now: unknown, at: string): SchemaNarrowing[] {
  const [old, next] = [before ?? {}, now ?? {}] as Readonly<Record<string, JsonSchema>>[]
  return Object.entries(old ?? {}).flatMap(([name, schema]) => {
    const other = next?.[name]
    return other === undefined
      ? [{ isRetyped: true, description: `${at}去掉了“${name}”` }]
      : narrowings(schema, other, `${at}${name} 的`)
  })
}
