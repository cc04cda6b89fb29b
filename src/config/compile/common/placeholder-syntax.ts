// Detects miswritten placeholders, which would be used as literal text.
import type { Finding } from '#config/load/place.ts'

/** Finds braces that are single, doubled, of full width, or behind a dollar, and what routers write with a colon. */
export function findMiswritten(text: string): Finding | undefined {
  if (/^:[A-Za-z]\w*$/.test(text)) return ['placeholder_written.colon', { found: text, name: text.slice(1) }]
  if (!/[{}｛｝]/.test(text.replaceAll(/(?<![${])\{[^{}]*\}(?!\})/g, ''))) return undefined
  return ['placeholder_written.braces', { found: text, name: /[a-z]+\.\w+/.exec(text)?.[0] ?? 'item.id' }]
}
