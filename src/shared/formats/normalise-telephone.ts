// Normalises phone numbers as people write them: blanks, brackets, dashes, country code, extensions.
import { isMobile, isTelephone } from './text-formats.ts'

const DASHES = /[\u2010-\u2015\u2212\u30fc\u2500\uff0d~\u301c]/g
const EXTENSION = /(?:转(?:接|分机)?|轉|分机号?|extension|ext\.?|x|#|[,，])\s*[:：.]?\s*/i
const COUNTRY = /^(?:\+|00)?\s*86(?=[\s()-]*[\d(])/
/** Matches numbers whose digits are separated only by permitted characters. */
const PARTED = /^[\d\s().-]+$/
const LOCAL = [8, 7]

/** As `13800138000`; what is no mobile number stays as it was written, but for what parts its digits. */
export function tidyMobile(text: string): string {
  const digits = text.replace(DASHES, '-').replace(/[\s().-]/g, '')
  return digits.replace(/^(?:\+|00)?86(?=1\d{10}$)/, '')
}

/** As `010-12345678-801`; what cannot be understood stays as it was written, and so is refused. */
export function tidyTelephone(text: string): string {
  if (isTelephone(text)) return text
  const [main = '', extension, ...more] = text.replace(DASHES, '-').split(EXTENSION)
  const isForeign = COUNTRY.test(main.trim().replace(/^\(/, ''))
  const body = main
    .trim()
    .replace(/^\((?=\+)/, '')
    .replace(COUNTRY, '')
  if (more.length > 0 || !PARTED.test(body)) return text
  const groups = body.match(/\d+/g) ?? []
  const number = readNumber(groups, isForeign)
  const inner = extension?.replace(/\s/g, '') ?? number?.extension
  const tidy = number && (inner ? `${number.main}-${inner}` : number.main)
  const hasTwoExtensions = extension !== undefined && number?.extension !== undefined
  return tidy !== undefined && !hasTwoExtensions && isTelephone(tidy) ? tidy : text
}

interface TelephoneNumber {
  readonly main: string
  readonly extension?: string | undefined
}

/** Reads groups of digits; a group of its own after a whole number is an extension. */
function readNumber(groups: readonly string[], isForeign: boolean): TelephoneNumber | undefined {
  const digits = groups.join('')
  if (isMobile(digits)) return { main: digits }
  const [, first, second, third] = /^([48]00)(\d{3})(\d{4})/.exec(digits) ?? []
  if (first) return withRest(`${first}-${second}-${third}`, groups, 10)
  const whole = isForeign && !digits.startsWith('0') && digits.length > 8 ? `0${digits}` : digits
  const area = whole.startsWith('0') ? (/^0[12]/.test(whole) ? 3 : 4) : 0
  for (const local of LOCAL) {
    const end = area + local - (whole.length - digits.length)
    if (digits.length < end) continue
    const main = [whole.slice(0, area), whole.slice(area, area + local)].filter(Boolean).join('-')
    const number = withRest(main, groups, end)
    if (number) return number
  }
  return undefined
}

/** Undefined where the number would end within a group. */
function withRest(main: string, groups: readonly string[], end: number): TelephoneNumber | undefined {
  let length = 0
  for (const [index, group] of groups.entries()) {
    length += group.length
    if (length < end) continue
    const rest = groups.slice(index + 1)
    return length === end && rest.length <= 1 ? { main, extension: rest[0] } : undefined
  }
  return undefined
}
