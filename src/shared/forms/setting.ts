// Validates and reads settings, which operators keep as rows of a content type with a name and a value each.

export interface Setting {
  readonly type: 'integer' | 'number' | 'boolean'
  readonly minimum?: number
  readonly maximum?: number
  /** The value if nobody has set one. */
  readonly default: SettingValue
}

export type SettingValue = number | boolean

const ON = '开启'
const OFF = '关闭'
const NUMBER = /^-?\d{1,15}(\.\d{1,10})?$/

/** Undefined where the text is no value of the setting. */
export function parseSetting({ type, minimum, maximum }: Setting, text: unknown): SettingValue | undefined {
  if (typeof text !== 'string') return undefined
  const written = text.trim()
  if (type === 'boolean') return written === ON ? true : written === OFF ? false : undefined
  const value = NUMBER.test(written) ? Number(written) : Number.NaN
  const isFit = type === 'integer' ? Number.isInteger(value) : Number.isFinite(value)
  const isWithin = value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity)
  return isFit && isWithin ? value : undefined
}

/** Describes the valid values. */
export function toSettingMessage(title: string, name: string, { type, minimum, maximum }: Setting): string {
  if (type === 'boolean') return `${title}应为“${ON}”或“${OFF}”（${name}）`
  const kind = type === 'integer' ? '整数' : '数字'
  const range =
    minimum !== undefined && maximum !== undefined
      ? ` ${minimum}～${maximum} 的`
      : minimum !== undefined
        ? `不小于 ${minimum} 的`
        : maximum !== undefined
          ? `不大于 ${maximum} 的`
          : ''
  return `${title}应为${range}${kind}（${name}）`
}
