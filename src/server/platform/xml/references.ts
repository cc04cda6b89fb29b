// Decodes and encodes the character references of XML.

/** Its message is for the log, never for a visitor. */
export class XmlError extends Error {}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has none of these, written out or referred to
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

export function decodeReferences(text: string): string {
  const decoded = text.replaceAll(/&([^;&]{0,10};)?/g, (written, inside?: string) => {
    const name = inside?.slice(0, -1) ?? ''
    const code = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name)
    const character = code ? fromCode(code) : Object.hasOwn(NAMED, name) ? NAMED[name] : undefined
    if (character === undefined) throw new XmlError(`reference ${written}`)
    return character
  })
  if (FORBIDDEN.test(decoded)) throw new XmlError('forbidden character')
  return decoded
}

function fromCode([, hex, decimal]: RegExpExecArray): string | undefined {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return code > 0 && code <= 0x10ffff && !isSurrogate ? String.fromCodePoint(code) : undefined
}

/** For XML and HTML. */
export function encodeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
