// Turns the numbered paragraphs of Word and WPS into lists.
import { stylesOf } from './inert-html.ts'

interface OpenList {
  readonly level: number
  readonly list: Element
}

/** Numbered 1, 2, 3 or a, b, c; other numbers (一、, 1.1, 第一条) say more than a list would, and stay in the text. */
const NUMBER = /^[(（]?(\d{1,3}|[a-z]{1,4}|[A-Z]{1,4})[.)）、．]$/
const SPOKEN = /[\p{Script=Han}\p{Number}]/u

/** Changes the paragraphs of the text in place. */
export function gatherLists(body: HTMLElement): void {
  const items = [...body.querySelectorAll('p')].filter((line) => levelOf(line) !== undefined)
  for (const parent of new Set(items.map((item) => item.parentElement))) if (parent) gatherChildren(parent)
  // Lists directly in lists, as WeChat and older editors write them.
  for (const inner of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const before = inner.previousElementSibling
    if (before?.localName === 'li') before.append(inner)
    else wrap(inner, 'li')
  }
}

function gatherChildren(parent: Element): void {
  let open: OpenList[] = []
  for (const node of [...parent.childNodes]) {
    if (!(node instanceof Element)) {
      if ((node.nodeValue ?? '').trim() !== '') open = []
      continue
    }
    const level = levelOf(node)
    const marker = level === undefined ? '' : takeMarker(node)
    if (level === undefined || marker === '') open = []
    else if (NUMBER.test(marker) || !SPOKEN.test(marker)) open = addItem(open, node, level, marker)
    else {
      node.prepend(marker)
      open = []
    }
  }
}

/** Undefined for a paragraph that is not numbered. */
function levelOf(element: Element): number | undefined {
  const level = /\blevel(\d)\b/.exec(stylesOf(element).get('mso-list') ?? '')?.[1]
  return element.localName === 'p' && level !== undefined ? Number(level) : undefined
}

/** Takes the written number or sign away, which a list draws itself. */
function takeMarker(line: Element): string {
  const marker = [...line.querySelectorAll('*')].find((part) =>
    /^ignore$/i.test(stylesOf(part).get('mso-list') ?? ''),
  )
  marker?.remove()
  return (marker?.textContent ?? '').replaceAll(/\s/g, '')
}

function addItem(open: readonly OpenList[], line: Element, level: number, marker: string): OpenList[] {
  const number = NUMBER.exec(marker)?.[1]
  const tag = number === undefined ? 'ul' : 'ol'
  const around = open.filter((one) => one.level < level)
  const same = open.find((one) => one.level === level && one.list.localName === tag)
  const item = line.ownerDocument.createElement('li')
  if (same) {
    same.list.append(item)
    item.append(line)
  } else {
    const list = line.ownerDocument.createElement(tag)
    const parent = around.at(-1)?.list.lastElementChild
    if (parent) parent.append(list)
    else line.replaceWith(list)
    list.append(item)
    item.append(line)
    if (Number(number) > 1) list.setAttribute('start', String(Number(number)))
    around.push({ level, list })
  }
  line.removeAttribute('data-style')
  return same ? [...around, same] : around
}

function wrap(element: Element, tag: string): void {
  const wrapper = element.ownerDocument.createElement(tag)
  element.replaceWith(wrapper)
  wrapper.append(element)
}
