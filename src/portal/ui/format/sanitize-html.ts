// Sanitises rich text before it is drawn, by the allow-list that the server uses too.
import { arrangeBlocks, type Tree } from '#shared/rich-text/blocks.ts'
import {
  hasAllowedValue,
  isAllowedImage,
  isAllowedLink,
  RICH_TEXT_ATTRIBUTES,
  RICH_TEXT_NESTING,
  RICH_TEXT_TAGS,
} from '#shared/rich-text/policy.ts'
import { removeUnclosed } from '#shared/rich-text/remove-unclosed.ts'

const TAGS = new Set<string>(RICH_TEXT_TAGS)

const ADDRESSES: Readonly<Record<string, (address: string) => boolean>> = {
  href: isAllowedLink,
  src: isAllowedImage,
}

function cleanAttributes(element: Element, tag: string): void {
  const allowed = RICH_TEXT_ATTRIBUTES[tag] ?? []
  for (const { name, value } of [...element.attributes])
    if (!allowed.includes(name) || !hasAllowedValue(name, value) || ADDRESSES[name]?.(value) === false)
      element.removeAttribute(name)
  if (tag === 'img' && !element.hasAttribute('alt')) element.setAttribute('alt', '')
}

function clean(parent: ParentNode & Node, depth = 0): void {
  for (const node of [...parent.childNodes]) {
    if (node.nodeType === Node.TEXT_NODE) continue
    const element = node as Element
    const tag = element.localName
    clean(element, depth + 1)
    if (TAGS.has(tag) && depth < RICH_TEXT_NESTING) cleanAttributes(element, tag)
    else element.replaceWith(...element.childNodes)
  }
}

/** Wide tables scroll in a box of their own that the keyboard can reach. */
function wrapTables(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    const box = table.ownerDocument.createElement('div')
    box.className = 'eq-scroll'
    box.tabIndex = 0
    box.setAttribute('role', 'region')
    box.setAttribute('aria-label', '表格，可左右滚动')
    table.replaceWith(box)
    box.append(table)
  }
}

function treeOf(document: Document): Tree<Node> {
  return {
    childrenOf: (node) => [...node.childNodes],
    tagOf: (node) => (node.nodeType === Node.ELEMENT_NODE ? (node as Element).localName : undefined),
    textOf: (node) => (node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '') : undefined),
    createElement: (tag) => document.createElement(tag),
    createText: (text) => document.createTextNode(text),
    setChildren: (node, children) => (node as Element).replaceChildren(...children),
  }
}

/** A document without a window loads nothing and runs nothing. */
function parse(html: string): HTMLElement {
  const owner = document.implementation.createHTMLDocument('')
  const { body } = owner
  body.innerHTML = removeUnclosed(html)
  arrangeBlocks(treeOf(owner), body)
  clean(body)
  return body
}

/** Answers HTML with nothing in it that the policy does not name: what an editor takes in and gives out. */
export function cleanHtml(html: string): string {
  return parse(html).innerHTML
}

/** The same, ready to be drawn. */
export function sanitise(html: string): string {
  const body = parse(html)
  for (const link of body.querySelectorAll('a')) setExternalLinkAttributes(link)
  for (const image of body.querySelectorAll('img')) image.setAttribute('loading', 'lazy')
  for (const video of body.querySelectorAll('video')) {
    video.setAttribute('controls', '')
    video.setAttribute('preload', 'metadata')
  }
  wrapTables(body)
  return body.innerHTML
}

function setExternalLinkAttributes(link: HTMLAnchorElement): void {
  if (!/^(https?|mailto):/i.test(link.getAttribute('href') ?? '')) return
  link.setAttribute('rel', 'noopener noreferrer')
  link.setAttribute('target', '_blank')
}
