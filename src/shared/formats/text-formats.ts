// Checks the text formats that fields may require, the same in browser, server and checker.
import { isDate } from './dates.ts'
import { isRegionCode, trimRegionCode } from './region-codes.ts'

const MOBILE = /^1[3-9]\d{9}$/
const POST_CODE = /^\d{6}$/
const TELEPHONE = /^(0\d{2,3}-?)?\d{7,8}(-\d{1,6})?$|^[48]00-?\d{3}-?\d{4}(-\d{1,6})?$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/
const ZONED_TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/
const EMAIL = /^[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}$/
const URI = /^https?:\/\/[^\s/?#@<>"{}|\\^`]+([/?#][^\s<>"{}|\\^`]*)?$/i

/** GB 32100 characters in the order of their values; I, O, S, V and Z are absent. */
const USCC_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const USCC = /^[0-9A-HJ-NP-RTUWXY]{2}\d{6}[0-9A-HJ-NP-RTUWXY]{10}$/
const ID_CARD = /^\d{17}[\dX]$/
const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const ID_CHECKS = '10X98765432'

/** RFC 3339 with an offset, such as `2026-01-05T08:00:00+08:00`. */
function isDateTime(text: string): boolean {
  return text[10] === 'T' && isDate(text.slice(0, 10)) && ZONED_TIME.test(text.slice(11))
}

export function isMobile(text: string): boolean {
  return MOBILE.test(text)
}

/** Accepts mobile numbers too: they can be called as well. */
export function isTelephone(text: string): boolean {
  return TELEPHONE.test(text) || MOBILE.test(text)
}

/** GB 11643: a birth date that exists and a check digit of weights modulo 11. */
function isIdCard(text: string): boolean {
  if (!ID_CARD.test(text)) return false
  const birth = `${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`
  const sum = ID_WEIGHTS.reduce((total, weight, index) => total + weight * Number(text[index]), 0)
  return isDate(birth) && text[17] === ID_CHECKS[sum % 11]
}

/** GB 32100: check character of weights 3^i modulo 31. */
function isUscc(text: string): boolean {
  if (!USCC.test(text)) return false
  let sum = 0
  let weight = 1
  for (const character of text.slice(0, 17)) {
    sum += USCC_CHARACTERS.indexOf(character) * weight
    weight = (weight * 3) % 31
  }
  return text[17] === USCC_CHARACTERS[(31 - (sum % 31)) % 31]
}

/** Every format a field may name; the validators of browser and server use these and no others. */
export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  mobile: isMobile,
  'id-card': isIdCard,
  uscc: isUscc,
  'post-code': (text) => POST_CODE.test(text),
  telephone: isTelephone,
  date: isDate,
  'date-time': isDateTime,
  time: (text) => TIME.test(text),
  email: (text) => EMAIL.test(text),
  uri: (text) => URI.test(text),
  region: isRegionCode,
  /** As parameters have it: filled up with zeros too, as in 440000. */
  'region-parameter': (text) => isRegionCode(trimRegionCode(text)),
}
