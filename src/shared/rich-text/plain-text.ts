// Extracts the text of rich text, without its markup.
import { toBracketedNote } from './policy.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
}
const BREAKS =
  /<(?:br|hr)\s*\/?>|<\/?(?:p|div|ul|ol|li|h[1-6]|table|caption|tr|blockquote|pre|figure|figcaption)(?:\s[^>]*)?>/gi
const NOTES = /<span data-note="foot">(.*?)<\/span>/gis
const CELLS = /<\/t[dh]>/gi
const TAGS = /<\/?[a-z][^>]*>/gi

/**
 * Returns the text of rich text without its markup, one line for each paragraph, footnotes in brackets. A text without markup is returned
 * unchanged.
 *
 * @example
 * toPlainText('<p>第一段</p><p>A &amp; B</p>') // → '第一段\nA & B'
 */
export function toPlainText(html: string): string {
  if (html.search(TAGS) < 0) return html
  return html
    .replace(NOTES, (_, note: string) => toBracketedNote(note))
    .replace(CELLS, ' ')
    .replace(BREAKS, '\n')
    .replace(TAGS, '')
    .replace(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[ \t]*\n\s*/g, '\n')
    .trim()
}
