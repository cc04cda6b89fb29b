// Owns how figures are written.

const plain = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 4 })

/** `12,345.6`; empty for what is no number. */
export function toFigure(value: unknown): string {
  return typeof value === 'number' && Number.isFinite(value) ? plain.format(value) : ''
}

/** Counters: from ten thousand on in 万 with one decimal. */
export function toCount(value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return '0'
  return value < 10_000 ? plain.format(value) : `${plain.format(Math.floor(value / 1000) / 10)} 万`
}

/** An amount with its unit; 万元 from ten thousand on is written in 亿元. */
export function toMoney(value: unknown, unit = '元'): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return ''
  if (unit === '万元' && Math.abs(value) >= 10_000) return `${plain.format(value / 10_000)} 亿元`
  return `${plain.format(value)} ${unit}`
}

/** File size in the unit a person reads. */
export function toSize(bytes: unknown): string {
  if (typeof bytes !== 'number' || !(bytes >= 0)) return ''
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`
  return `${plain.format(Math.round((bytes / 1024 / 1024) * 10) / 10)} MB`
}
