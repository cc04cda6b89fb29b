// Parses dates as people write them.

import { normaliseInput } from '#shared/formats/normalise-input.ts'
import { isDate } from '#shared/formats/text-formats.ts'

/** `2026-1-5`, `2026/1/5`, `2026.1.5`, `2026年1月5日` and `20260105` are 2026-01-05; else the text, or undefined. */
export function parseDate(text: string): string | undefined {
  const plain = normaliseInput(text, 'date')
  if (plain === '') return undefined
  const match = /^(\d{4})(?:[-/.年]\s*(\d{1,2})[-/.月]\s*(\d{1,2})日?|(\d{2})(\d{2}))$/.exec(plain)
  if (!match) return plain
  const [, year, month = match[4], day = match[5]] = match
  const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  return isDate(date) ? date : plain
}
