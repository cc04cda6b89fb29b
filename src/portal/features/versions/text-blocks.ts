// Splits texts into blocks that are compared: plain text by lines, formatted text by its paragraphs.
import { FOOTNOTE, toBracketedNote } from '#shared/rich-text/policy.ts'
import type { Block, BlockKind } from './difference.ts'

const KINDS: Readonly<Record<string, BlockKind>> = {
  H1: 'heading',
  H2: 'heading',
  H3: 'heading',
  H4: 'heading',
  H5: 'heading',
  H6: 'heading',
  LI: 'item',
  BLOCKQUOTE: 'quote',
  TR: 'row',
}
/** Hold blocks, and no text of their own. */
const HOLDERS = new Set([
  'UL',
  'OL',
  'TABLE',
  'THEAD',
  'TBODY',
  'FIGURE',
  'DIV',
  'SECTION',
  'BODY',
  'COLGROUP',
])
const NESTED = 'p, h1, h2, h3, h4, h5, h6, ul, ol, table, img, video, blockquote'

export const toLines = (text: string): Block[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => ({ kind: 'paragraph', text: line }))

/** The document is only read: nothing of it is put into the page, and no script of it runs. */
export function toBlocks(html: string): Block[] {
  const blocks: Block[] = []
  collect(new DOMParser().parseFromString(html, 'text/html').body, 'paragraph', blocks)
  return blocks
}

function collect(element: Element, kind: BlockKind, blocks: Block[]): void {
  let text = ''
  const flush = () => {
    const line = text.replace(/\s+/g, ' ').trim()
    if (line !== '') blocks.push({ kind, text: line })
    text = ''
  }
  for (const node of element.childNodes) {
    if (!(node instanceof Element)) {
      text += node.textContent ?? ''
    } else if (node.tagName === 'IMG') {
      flush()
      blocks.push(toPicture(node))
    } else if (node.tagName === 'VIDEO') {
      flush()
      blocks.push({ kind: 'paragraph', text: `视频：${node.getAttribute('title') ?? ''}` })
    } else if (node.tagName === 'TR') {
      flush()
      const cells = [...node.children].map((cell) => (cell.textContent ?? '').trim())
      blocks.push({ kind: 'row', text: cells.join(' | ') })
    } else if (node.tagName === 'BR') {
      flush()
    } else if (
      HOLDERS.has(node.tagName) ||
      node.tagName === 'P' ||
      KINDS[node.tagName] ||
      node.querySelector(NESTED)
    ) {
      flush()
      collect(node, KINDS[node.tagName] ?? kind, blocks)
    } else {
      text += textOf(node)
    }
  }
  flush()
}

function textOf(node: Element): string {
  const text = node.textContent ?? ''
  return node.matches(FOOTNOTE) ? toBracketedNote(text) : text
}

const toPicture = (node: Element): Block => ({
  kind: 'picture',
  text: node.getAttribute('alt') ?? '',
  src: node.getAttribute('src') ?? '',
})
