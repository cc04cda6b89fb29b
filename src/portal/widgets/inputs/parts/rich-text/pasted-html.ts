// Turns the styles of pasted texts (Word, WPS, WeChat, web pages) into the markup that formatted text has.
import { Slice } from '@tiptap/pm/model'
import type { Selection } from '@tiptap/pm/state'
import { cleanHtml } from '#portal/ui/format/sanitize-html.ts'
import { hasAllowedValue } from '#shared/rich-text/policy.ts'
import { parseInert, STYLE, stylesOf } from './inert-html.ts'
import { gatherLists } from './pasted-lists.ts'
import { gatherNotes } from './pasted-notes.ts'

/** Of a paragraph, as its element and those around it say. */
interface Layout {
  readonly align: string
  /** The first line stands in, as in a Chinese text. */
  readonly isIndented: boolean
}

type Styles = ReadonlyMap<string, string>

const LINES = /^(p|h[1-6])$/
const CELLS = /^(td|th)$/
const WRAPPERS = /^(div|section|article|center|dd|dt|aside|main|header|footer)$/
const BLOCKS =
  'p, h1, h2, h3, h4, h5, h6, div, section, article, center, dd, dt, aside, main, header, footer, ul, ol, table, blockquote, pre, figure, hr'

/** Returns the pasted text as formatted text may contain it. */
export function cleanPasted(html: string): string {
  const body = parseInert(html)
  for (const element of body.querySelectorAll(`[${STYLE}]`)) if (isHidden(element)) element.remove()
  gatherNotes(body)
  gatherLists(body)
  joinLines(body)
  for (const link of body.querySelectorAll('a[href^="#"]:not([href^="#/"])')) link.removeAttribute('href')
  for (const element of [...body.children]) translate(element, { align: '', isIndented: false })
  return cleanHtml(body.innerHTML)
}

/** In an empty paragraph the first pasted one stays as it is; otherwise its text would take on the empty one's layout. */
export function keepFirstBlock(slice: Slice, { $from, empty }: Selection): Slice {
  const isBlank = empty && $from.parent.isTextblock && $from.parent.content.size === 0
  return isBlank && slice.content.childCount > 1 ? new Slice(slice.content, 0, slice.openEnd) : slice
}

function isHidden(element: Element): boolean {
  const styles = stylesOf(element)
  return styles.get('display') === 'none' || styles.get('mso-hide') === 'all'
}

const HAN = '[\\p{Script=Han}，。、；：？！“”‘’（）《》【】…—]'
const BREAK_IN_HAN = new RegExp(`(?<=${HAN})[ \\t]*\\r?\\n\\s*(?=${HAN})`, 'gu')

/** Programs break their source anywhere; between Chinese characters the break would become a blank. */
function joinLines(body: HTMLElement): void {
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (!text.parentElement?.closest('pre')) text.nodeValue = (text.nodeValue ?? '').replace(BREAK_IN_HAN, '')
}

function translate(element: Element, around: Layout): void {
  const styles = stylesOf(element)
  const layout = layoutOf(element, styles, around)
  for (const child of [...element.children]) translate(child, layout)
  const tag = element.localName
  const hasBlocks = element.querySelector(BLOCKS) !== null
  if (!hasBlocks && !/^h[1-6]$/.test(tag)) emphasise(element, styles)
  if (LINES.test(tag)) setLayout(element, layout)
  else if (hasBlocks || (layout.align === '' && !layout.isIndented)) return
  else if (CELLS.test(tag)) setLayout(wrapContent(element, 'p'), layout)
  else if (WRAPPERS.test(tag)) {
    const line = wrapContent(element, 'p')
    setLayout(line, layout)
    element.replaceWith(line)
  }
}

function layoutOf(element: Element, styles: Styles, around: Layout): Layout {
  const said = styles.get('text-align') ?? element.getAttribute('align')?.toLowerCase()
  const align = said ?? (element.localName === 'center' ? 'center' : around.align)
  const indent = styles.get('text-indent')
  return {
    // Justified is what office programs make of every paragraph.
    align: align === 'center' || align === 'right' ? align : '',
    isIndented: indent === undefined ? around.isIndented : Number.parseFloat(indent) > 0,
  }
}

function setLayout(line: Element, { align, isIndented }: Layout): void {
  if (align !== '' && hasAllowedValue('data-align', align)) line.setAttribute('data-align', align)
  if (isIndented && align === '' && !/^\s*\u3000/.test(line.textContent ?? ''))
    line.setAttribute('data-indent', 'first')
}

/** Writes emphasis that is a style as an element, and takes away elements that their style takes back. */
function emphasise(element: Element, styles: Styles): void {
  const tag = element.localName
  const weight = styles.get('font-weight') ?? ''
  const slant = styles.get('font-style') ?? ''
  const isTakenBack =
    (/^(normal|[1-5]00)$/.test(weight) && /^(b|strong)$/.test(tag)) ||
    (slant === 'normal' && /^(i|em)$/.test(tag))
  const decoration = `${styles.get('text-decoration') ?? ''} ${styles.get('text-decoration-line') ?? ''}`
  const position = styles.get('vertical-align')
  const isCell = CELLS.test(tag)
  if (/^bold|^[6-9]00$/.test(weight)) wrapContent(element, 'strong')
  if (/^(italic|oblique)/.test(slant)) wrapContent(element, 'em')
  if (decoration.includes('underline') && tag !== 'a') wrapContent(element, 'u')
  if (decoration.includes('line-through')) wrapContent(element, 's')
  if (position === 'super' && !isCell) wrapContent(element, 'sup')
  if (position === 'sub' && !isCell) wrapContent(element, 'sub')
  if (isTakenBack) element.replaceWith(...element.childNodes)
}

function wrapContent(element: Element, tag: string): Element {
  const wrapper = element.ownerDocument.createElement(tag)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
  return wrapper
}
