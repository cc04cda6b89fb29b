// Splits a workbook's XML into tags and texts. Expands only the five predefined and the numeric references.

export interface XmlToken {
  /** Local name of a tag; absent for text. */
  readonly tag?: string
  readonly isEnd?: boolean
  /** Of a tag without content. */
  readonly isEmpty?: boolean
  /** As written. */
  readonly attributes: string
  readonly text: string
}

/** Comments, instructions and CDATA first, then tags, then text; every alternative is linear. */
const TOKEN =
  /<!--[\s\S]*?-->|<\?[^>]*>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)(?:[\w.-]+:)?([\w.-]+)([^<>]*)>|([^<]+)/g

export class XmlRefused extends Error {}

/** Throws `XmlRefused` for a document with a type of its own, which could expand without end. */
export function* xmlTokens(source: string): Generator<XmlToken> {
  if (source.slice(0, 1_000).includes('<!DOCTYPE')) throw new XmlRefused('document type')
  for (const [, data, end, tag, rest = '', text] of source.matchAll(TOKEN)) {
    if (tag !== undefined) {
      const isEmpty = rest.endsWith('/')
      yield { tag, isEnd: end === '/', isEmpty, attributes: rest, text: '' }
    } else if (data !== undefined) yield { attributes: '', text: data }
    else if (text !== undefined) yield { attributes: '', text: decode(text) }
  }
}

const patternCache = new Map<string, RegExp>()

/** Undefined where the tag has none of that name. */
export function attribute(attributes: string, name: string): string | undefined {
  let pattern = patternCache.get(name)
  if (!pattern) {
    pattern = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    patternCache.set(name, pattern)
  }
  const found = pattern.exec(attributes)
  return found ? decode(found[1] ?? found[2] ?? '') : undefined
}

const MARKS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{2,4}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return MARKS[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
