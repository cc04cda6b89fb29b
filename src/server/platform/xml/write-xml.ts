// Writes XML: elements as plain nodes, with all content escaped.

/** An element. `null` children are omitted, so that an optional child can be written in its position. */
interface Node {
  readonly name: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly children?: readonly (Node | string | null)[]
}

/**
 * Characters that no XML 1.0 document may contain, not even as a reference. Half of a surrogate pair is not a
 * character.
 */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A reader would turn them into blanks or drop them.
  '\r': '&#13;',
}

export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"\r]/g, (one) => REFERENCES[one] ?? one)
}

export function node(
  name: string,
  attributes: Node['attributes'] = {},
  ...children: NonNullable<Node['children']>
): Node {
  return { name, attributes, children }
}

/** A whole document with its declaration. */
export function writeXml(root: Node): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeNode(root)}\n`
}

export function writeNode({ name, attributes = {}, children = [] }: Node): string {
  const attributeTexts = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  const inner = children
    .filter((child) => child !== null)
    .map((child) => (typeof child === 'string' ? escapeXml(child) : writeNode(child)))
  const start = `<${name}${attributeTexts.join('')}`
  return inner.length === 0 ? `${start}/>` : `${start}>${inner.join('')}</${name}>`
}
