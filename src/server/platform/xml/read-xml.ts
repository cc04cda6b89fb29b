// Reads small XML documents of other systems: elements and text with namespaces, without entity expansion.
import { decodeReferences, XmlError } from './references.ts'

export interface Element {
  readonly namespace: string
  readonly name: string
  /** Without those that declare namespaces. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  /** All text directly inside the element, including text separated by comments. */
  readonly text: string
}

interface Open {
  readonly tag: string
  readonly element: Element & { readonly children: Element[]; text: string }
  readonly namespaces: ReadonlyMap<string, string>
}

const NAME = '[A-Za-z_][\\w.-]*'
const QUALIFIED = `${NAME}(?::${NAME})?`
const START = new RegExp(`<(${QUALIFIED})((?:\\s+${QUALIFIED}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`, 'y')
const END = new RegExp(`</(${QUALIFIED})\\s*>`, 'y')
const TEXT = /[^<]+/y
const COMMENT = /<!--(?:(?!--)[\s\S])*-->/y
const CDATA = /<!\[CDATA\[((?:(?!\]\]>)[\s\S])*)\]\]>/y
const DECLARATION = /^\ufeff?(?:<\?xml\s[^<>]*\?>)?/
const ATTRIBUTE = new RegExp(`(${QUALIFIED})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'g')
const MAX_DEPTH = 50
const MAX_LENGTH = 64 * 1024

/** Throws `XmlError` for what is not well formed, and for document types, instructions and depth. */
export function readXml(source: string): Element {
  if (source.length > MAX_LENGTH) throw new XmlError('too long')
  const stack: Open[] = []
  let root: Element | undefined
  let at = DECLARATION.exec(source)?.[0].length ?? 0
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (found) at += found[0].length
    return found
  }
  /** Reads text, a comment or a CDATA section; returns false where a tag stands. */
  const readText = (open: Open | undefined): boolean => {
    const text = match(TEXT)
    if (text && open) open.element.text += decodeReferences(text[0])
    else if (text && text[0].trim() !== '') throw new XmlError('text outside the root')
    if (text || match(COMMENT)) return true
    const data = open ? match(CDATA) : null
    if (data && open) open.element.text += data[1] ?? ''
    return data !== null
  }
  const readStart = (open: Open | undefined): void => {
    const start = match(START)
    if (!start || (!open && root) || stack.length >= MAX_DEPTH) throw new XmlError(`unexpected at ${at}`)
    const [, tag = '', attributes = '', closed] = start
    const opened = toOpen(tag, attributes, open?.namespaces ?? new Map())
    if (open) open.element.children.push(opened.element)
    else root = opened.element
    if (!closed) stack.push(opened)
  }
  while (at < source.length) {
    const open = stack.at(-1)
    if (readText(open)) continue
    const end = match(END)
    if (!end) readStart(open)
    else if (open?.tag === end[1]) stack.pop()
    else throw new XmlError(`unexpected end of ${end[1]}`)
  }
  if (!root || stack.length > 0) throw new XmlError('unexpected end')
  return root
}

function toOpen(tag: string, written: string, outer: ReadonlyMap<string, string>): Open {
  const namespaces = new Map(outer)
  const attributes: Record<string, string> = Object.create(null)
  for (const [, name = '', double, single] of written.matchAll(ATTRIBUTE)) {
    const value = decodeReferences(double ?? single ?? '')
    if (name === 'xmlns') namespaces.set('', value)
    else if (name.startsWith('xmlns:')) namespaces.set(name.slice(6), value)
    else if (name in attributes) throw new XmlError(`${name} twice`)
    else attributes[name] = value
  }
  const [local = '', prefix = ''] = tag.split(':').reverse()
  const namespace = namespaces.get(prefix)
  if (namespace === undefined && prefix !== '') throw new XmlError(`unknown prefix ${prefix}`)
  const element = { namespace: namespace ?? '', name: local, attributes, children: [], text: '' }
  return { tag, element, namespaces }
}
