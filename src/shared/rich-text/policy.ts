// Declares the allow-list for rich text, which server and browser apply alike.
import { isFileAddress } from '#shared/addresses/file-address.ts'

/** Everything else is removed; the text inside of it stays, but for `RICH_TEXT_DROPPED`. */
export const RICH_TEXT_TAGS = [
  'p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'code',
  'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'span',
  'a', 'img', 'video', 'figure', 'figcaption',
  'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td',
] as const // biome-ignore format: a table

/** Removed together with what is inside. */
export const RICH_TEXT_DROPPED = [
  'script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'object', 'embed',
  'svg', 'math', 'title', 'xmp', 'noembed', 'noframes', 'plaintext', 'select',
] as const // biome-ignore format: a table

/** Of paragraphs and headings. */
const LAYOUT = ['data-align', 'data-indent'] as const

/** No `style`, `class`, `id`, `name` and no handlers. */
export const RICH_TEXT_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  p: LAYOUT,
  h1: LAYOUT,
  h2: LAYOUT,
  h3: LAYOUT,
  h4: LAYOUT,
  span: ['data-note'],
  a: ['href', 'title'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  video: ['src', 'title'],
  ol: ['start'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
}

/** The values of attributes that have only these; the stylesheet has a rule for each. */
export const RICH_TEXT_VALUES = {
  'data-align': ['center', 'right', 'justify'],
  /** The first line, or the whole paragraph by levels. */
  'data-indent': ['first', '1', '2', '3', '4'],
  /** A footnote, in the place that it belongs to. */
  'data-note': ['foot'],
} as const

/** Selects the footnotes of a text. */
export const FOOTNOTE = 'span[data-note="foot"]'

/** A footnote where there is nothing but text. */
export const toBracketedNote = (text: string): string => `（注：${text}）`

/** Returns true unless the attribute has only certain values, and this is none of them. */
export function hasAllowedValue(attribute: string, value: string): boolean {
  const values: Readonly<Record<string, readonly string[]>> = RICH_TEXT_VALUES
  return !Object.hasOwn(values, attribute) || values[attribute]?.includes(value) === true
}

/** Elements nested deeper are removed, their text stays. */
export const RICH_TEXT_NESTING = 60

/** Files that may be uploaded into rich text, by what they become in it; `maxSize` in megabytes. */
export const RICH_TEXT_FILES = {
  picture: { accept: ['jpg', 'png', 'webp', 'gif'], maxSize: 5 },
  video: { accept: ['mp4'], maxSize: 100 },
  attachment: { accept: ['pdf', 'docx', 'xlsx', 'zip'], maxSize: 20 },
} as const

export type RichTextFile = keyof typeof RICH_TEXT_FILES

/** Returns true if a reader would see nothing of it. */
export function isBlankRichText(html: string): boolean {
  return !/<(img|video)\b/.test(html) && html.replace(/<[^<>]{0,2000}>|&nbsp;|\s/g, '') === ''
}

/** Addresses that answer programs, some of which act: no text leads there. */
const INTERFACES = new Set(['newapi', 'file', 'messageinfo', 'config', 'websocket', 'sso'])

/**
 * Returns true if a link in rich text may lead to the address: `http`, `https` and `mailto`, anchors, and pages and
 * files of the portal. Addresses of its interface are refused.
 *
 * @example
 * isAllowedLink('https://example.com/') // → true
 * isAllowedLink('javascript:alert(1)') // → false
 * isAllowedLink('/newapi/demand/list') // → false
 */
export function isAllowedLink(address: string): boolean {
  const compact = removeInvisible(address)
  if (/^(https?:\/\/|mailto:)/i.test(compact)) return true
  if (compact.startsWith('#')) return true
  return isInternal(compact) && (isFileAddress(compact) || !isInterface(compact))
}

/**
 * Returns true if rich text may contain a picture or a video with this address: only files of the portal, because the browser
 * of every reader would request any other address.
 *
 * @example
 * isAllowedImage('/file/fileOperation/download/1f0c6d0e-6f0b-4c5e-9a57-2f4a2f0b8f11') // → true
 * isAllowedImage('https://example.com/a.png') // → false
 */
export function isAllowedImage(address: string): boolean {
  return isFileAddress(removeInvisible(address))
}

/** Also what a browser might turn into one: names are plain, without dots that lead elsewhere and without escapes. */
function isInterface(address: string): boolean {
  const [path = ''] = address.split(/[?#]/, 1)
  const [, first = ''] = path.split('/')
  return !/^(\/[\w-]+(\.\w+)?)*\/?$/.test(path) || INTERFACES.has(first.toLowerCase())
}

function isInternal(address: string): boolean {
  return address.startsWith('/') && !/^\/[/\\]/.test(address)
}

/** Browsers ignore control characters inside an address, so `java\tscript:` is a scheme. */
function removeInvisible(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
  return address.replace(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029]+/g, '')
}
