// Owns the cleaning of rich text before it is drawn, by the allow-list that the server uses too.
import {
  isAllowedImage,
  isAllowedLink,
  RICH_TEXT_ATTRIBUTES,
  RICH_TEXT_DROPPED,
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
  if (tag === 'a' && /^(https?|mailto):/i.test(element.getAttribute('href') ?? '')) {
    element.setAttribute('rel', 'noopener noreferrer')
    element.setAttribute('target', '_blank')
  }
  if (tag === 'img') {
    element.setAttribute('loading', 'lazy')
    if (!element.hasAttribute('alt')) element.setAttribute('alt', '')
  }
}

function clean(parent: ParentNode & Node): void {
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
    clean(element)
    if (TAGS.has(tag)) cleanAttributes(element, tag)
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

/** Answers HTML with nothing in it that the policy does not name. */
export function sanitise(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  clean(body)
  wrapTables(body)
  return body.innerHTML
}
