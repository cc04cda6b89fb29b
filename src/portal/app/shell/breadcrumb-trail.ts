// Reads the breadcrumb trail that an address may carry: a JSON list, or names separated by commas (NAV-08).
import { cutLetters } from '#shared/formats/text-length.ts'

const MAX_NAMES = 4
const MAX_NAME_LENGTH = 20

/**
 * Returns the names of the trail, each once; an empty list if the text cannot be read. The page works without a
 * trail.
 */
export function readTrail(text: string | undefined): string[] {
  if (!text) return []
  const names = parse(text)
    .filter((name): name is string => typeof name === 'string')
    .map((name) => cutLetters(name.trim(), MAX_NAME_LENGTH))
    .filter(Boolean)
  return [...new Set(names)].slice(0, MAX_NAMES)
}

function parse(text: string): readonly unknown[] {
  if (!/^\s*[[{"]/.test(text)) return text.split(',')
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : [value]
  } catch {
    return []
  }
}
