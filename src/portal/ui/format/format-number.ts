// Formats figures: counts, amounts of money, file sizes.

/** `2,100`, `12,345.6789`: groups of three, four decimals at most. By hand, since building an Intl formatter costs 10 ms. */
function toPlain(value: number): string {
  const [whole = '', fraction] = String(Math.round(value * 10_000) / 10_000).split('.')
  const grouped = whole.includes('e') ? whole : whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/**
 * Formats a number with groups of three digits and at most four decimals. Returns an empty text for any other
 * value, NaN and infinity.
 *
 * @example
 * toFigure(12345.6) // → '12,345.6'
 * toFigure('12') // → ''
 */
export function toFigure(value: unknown): string {
  return typeof value === 'number' && Number.isFinite(value) ? toPlain(value) : ''
}

/** An amount with its unit; 万元 from ten thousand on is written in 亿元. */
export function toMoney(value: unknown, unit = '元'): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return ''
  if (unit === '万元' && Math.abs(value) >= 10_000) return `${toPlain(value / 10_000)} 亿元`
  return `${toPlain(value)} ${unit}`
}

/** File size in the unit a person reads. */
export function toSize(bytes: unknown): string {
  if (typeof bytes !== 'number' || !(bytes >= 0)) return ''
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`
  return `${toPlain(Math.round((bytes / 1024 / 1024) * 10) / 10)} MB`
}
