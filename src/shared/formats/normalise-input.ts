// Normalises typed text before it is validated, sent or stored.
import { tidyMobile, tidyTelephone } from './normalise-telephone.ts'
import { toVisibleLine } from './visible-text.ts'

/** Formats whose values are codes: every full-width character is replaced by its half-width form. */
const CODES = new Set([
  'mobile',
  'id-card',
  'uscc',
  'post-code',
  'telephone',
  'date',
  'time',
  'email',
  'uri',
  'region',
])
const UPPER = new Set(['id-card', 'uscc'])

function toHalfWidth(text: string, range: RegExp): string {
  return text
    .replace(range, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(/\u3000/g, ' ')
}

/**
 * Normalises one typed line: removes invisible characters, trims it, and replaces full-width letters and digits by
 * half-width ones. In codes every full-width character is replaced, letters become upper case if the code has them,
 * and phone numbers are normalised. Chinese punctuation in ordinary text stays unchanged.
 */
export function normaliseInput(text: string, format?: string): string {
  const line = toVisibleLine(text)
  if (format === undefined || !CODES.has(format)) return toHalfWidth(line, /[０-９Ａ-Ｚａ-ｚ]/g).trim()
  const plain = toHalfWidth(line, /[！-～]/g).trim()
  if (format === 'mobile') return tidyMobile(plain)
  if (format === 'telephone') return tidyTelephone(plain)
  if (UPPER.has(format)) return plain.replace(/\s/g, '').toUpperCase()
  return plain
}
