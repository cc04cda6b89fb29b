// Cuts the snippet of an item's text that shows why it was found.
import type { Field } from '#shared/model/content-model.ts'

const BEFORE = 24
const LENGTH = 120

/** Around the first of `terms`, in the field where the most of them stand; the title speaks for itself. */
export function toSnippet(
  fields: readonly Field[],
  body: Readonly<Record<string, unknown>>,
  terms: readonly string[],
): string {
  const texts = fields.map(({ name }) => toPlain(body[name])).filter((text) => text !== '')
  const countIn = (text: string) => terms.filter((term) => text.toLowerCase().includes(term)).length
  const best = texts.reduce((kept, text) => (countIn(text) > countIn(kept) ? text : kept), texts[0] ?? '')
  const places = terms.map((term) => best.toLowerCase().indexOf(term)).filter((place) => place >= 0)
  return cutAround(best, Math.min(...places))
}

function cutAround(text: string, place: number): string {
  const start = place > BEFORE && place !== Number.POSITIVE_INFINITY ? place - BEFORE : 0
  const end = start + LENGTH
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}

function toPlain(value: unknown): string {
  if (Array.isArray(value)) return value.map(toPlain).join(' ')
  if (typeof value !== 'string') return ''
  return value
    .replace(/<[^<>]{0,2000}>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}
