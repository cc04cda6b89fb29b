// Extracts the text of rich text, without its markup.

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
const CELLS = /<\/t[dh]>/gi
const TAGS = /<\/?[a-z][^>]*>/gi

/** One line for each paragraph; a text without markup stays as it is. */
export function toPlainText(html: string): string {
  if (html.search(TAGS) < 0) return html
  return html
    .replace(CELLS, ' ')
    .replace(BREAKS, '\n')
    .replace(TAGS, '')
    .replace(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[ \t]*\n\s*/g, '\n')
    .trim()
}
