// Owns the cleaning of rich text before it is drawn, by the allow-list that the server uses too.
import {
  isAllowedImage,
  isAllowedLink,
  RICH_TEXT_ATTRIBUTES,
  RICH_TEXT_DROPPED,
  RICH_TEXT_NESTING,
  RICH_TEXT_TAGS,
} from '../../shared/rich-text-policy.ts'

const TAGS = new Set<string>(RICH_TEXT_TAGS)
const DROPPED = new Set<string>(RICH_TEXT_DROPPED)

const ADDRESSES: Readonly<Record<string, (address: string) => boolean>> = {
  href: isAllowedLink,
  src: isAllowedImage,
}

function cleanAttributes(element: Element, tag: string): void {
  const allowed = RICH_TEXT_ATTRIBUTES[tag] ?? []
  for (const { name, value } of [...element.attributes])
    if (!allowed.includes(name) || ADDRESSES[name]?.(value) === false) element.removeAttribute(name)
  if (tag === 'img' && !element.hasAttribute('alt')) element.setAttribute('alt', '')
}

function clean(parent: ParentNode & Node, depth = 0): void {
  for (const node of [...parent.childNodes]) {
    if (node.nodeType === Node.TEXT_NODE) continue
    if (node.nodeType !== Node.ELEMENT_NODE) {
      node.remove()
      continue
    }
    const element = node as Element
    const tag = element.localName
    if (DROPPED.has(tag)) {
      element.remove()
      continue
    }
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

function parse(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
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
  for (const link of body.querySelectorAll('a')) markExternal(link)
  for (const image of body.querySelectorAll('img')) image.setAttribute('loading', 'lazy')
  wrapTables(body)
  return body.innerHTML
}

function markExternal(link: HTMLAnchorElement): void {
  if (!/^(https?|mailto):/i.test(link.getAttribute('href') ?? '')) return
  link.setAttribute('rel', 'noopener noreferrer')
  link.setAttribute('target', '_blank')
}
