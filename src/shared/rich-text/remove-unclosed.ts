// Removes markup that would make an HTML parser swallow the rest of a text: comments and tags that are never closed.

/** A parser reads what follows as bare characters until the same name closes. */
const RAW: ReadonlySet<string> = new Set([
  'script', 'style', 'textarea', 'title', 'xmp', 'noembed', 'noframes', 'iframe',
]) // biome-ignore format: a table

/** Elements that are dropped with their content; they may be nested. */
const NESTED: ReadonlySet<string> = new Set([
  'svg', 'math', 'select', 'object', 'template', 'option', 'noscript',
]) // biome-ignore format: a table

const FOREIGN: ReadonlySet<string> = new Set(['svg', 'math'])

/** Removing one tag may open another, such as `<svg><style/>`; three rounds close all that can be written. */
const MAX_ROUNDS = 5

export interface Tag {
  readonly name: string
  readonly isClosing: boolean
  readonly isSelfClosing: boolean
  readonly end: number
}

interface Cut {
  readonly start: number
  readonly end: number
  /** The replacement text. */
  readonly text?: string
}

/** The last end of each kind of markup, so that no end is searched for in vain repeatedly. */
interface Ends {
  readonly tag: number
  readonly comment: number
  readonly oddComment: number
}

/** The text with nothing left open that would hide what follows; the words stay, lines without markup too. */
export function removeUnclosed(html: string): string {
  let text = MARKUP.test(html) ? html : toParagraphs(html)
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const cuts = findCuts(text)
    if (cuts.length === 0) return text
    text = applyCuts(text, cuts)
  }
  return text
}

const MARKUP = /<[a-z!/?]/i

function toParagraphs(text: string): string {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  return lines.length > 1 ? lines.map((line) => `<p>${line}</p>`).join('') : text
}

function applyCuts(html: string, cuts: readonly Cut[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end, text = '' } of [...cuts].sort((one, other) => one.start - other.start)) {
    parts.push(html.slice(at, start), text)
    at = end
  }
  return parts.join('') + html.slice(at)
}

function findCuts(html: string): Cut[] {
  const cuts: Cut[] = []
  const open: (Cut & { readonly name: string })[] = []
  const ends: Ends = {
    tag: html.lastIndexOf('>'),
    comment: html.lastIndexOf('-->'),
    oddComment: html.lastIndexOf('--!>'),
  }
  const isClosedLater = closedLater(html)
  let at = html.indexOf('<')
  while (at >= 0) {
    const cut = cutAt(html, at, ends)
    const tag = cut ? undefined : readTag(html, at)
    if (cut) cuts.push(cut)
    const end = tag ? readOn(tag, at) : cut?.end
    at = html.indexOf('<', Math.max(end ?? 0, at + 1))
  }
  return [...cuts, ...open]

  /** Records the tag that begins at `start`; returns where to read on. */
  function readOn(tag: Tag, start: number): number {
    const { name, end, isSelfClosing } = tag
    if (name === 'plaintext') cuts.push({ start, end })
    else if (tag.isClosing) {
      const index = open.findLastIndex((one) => one.name === name)
      if (index >= 0) open.length = index
    } else if (NESTED.has(name)) {
      if (!(isSelfClosing && FOREIGN.has(name))) open.push({ start, end, name })
    } else if (RAW.has(name)) {
      const isForeign = isSelfClosing && open.some((one) => FOREIGN.has(one.name))
      const close = isForeign ? end : isClosedLater(tag)
      if (close !== undefined) return close
      cuts.push({ start, end })
    }
    return end
  }
}

/** Returns the start of the tag that closes a raw element. A name without one is searched for only once. */
function closedLater(html: string): (tag: Tag) => number | undefined {
  const unclosed = new Set<string>()
  return ({ name, end }) => {
    if (unclosed.has(name)) return undefined
    const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
    closing.lastIndex = end
    const match = closing.exec(html)
    if (match && readTag(html, match.index)) return match.index
    unclosed.add(name)
    return undefined
  }
}

/** A comment, a declaration or a tag without an end; undefined where a whole tag or a plain `<` stands. */
function cutAt(html: string, at: number, ends: Ends): Cut | undefined {
  if (html.startsWith('<!--', at)) {
    const end = endOfComment(html, at, ends)
    return { start: at, end: end ?? at + 4 }
  }
  if (/[a-z]/i.test(html[at + 1] ?? '') || /[a-z]/i.test(html[at + 1] === '/' ? (html[at + 2] ?? '') : '')) {
    if (at > ends.tag) return { start: at, end: at + 1, text: '&lt;' }
    return readTag(html, at) ? undefined : { start: at, end: html.indexOf('>', at) + 1 }
  }
  if (!/[!?/]/.test(html[at + 1] ?? '')) return undefined
  return at > ends.tag
    ? { start: at, end: at + 1, text: '&lt;' }
    : { start: at, end: html.indexOf('>', at) + 1 }
}

function endOfComment(html: string, at: number, ends: Ends): number | undefined {
  const plain = at + 2 > ends.comment ? [] : [html.indexOf('-->', at + 2) + 3]
  const odd = at + 4 > ends.oddComment ? [] : [html.indexOf('--!>', at + 4) + 4]
  return plain.length + odd.length > 0 ? Math.min(...plain, ...odd) : undefined
}

const NAME = /<(\/?)([a-z][^\s/>]*)/iy

/** Reads a tag as an HTML parser does: a quote counts only where a value begins. */
export function readTag(html: string, at: number): Tag | undefined {
  NAME.lastIndex = at
  const match = NAME.exec(html)
  if (!match) return undefined
  let isNamed = false
  for (let index = NAME.lastIndex; index < html.length; index += 1) {
    const sign = html[index] as string
    if (sign === '>')
      return {
        name: (match[2] as string).toLowerCase(),
        isClosing: match[1] === '/',
        isSelfClosing: html[index - 1] === '/',
        end: index + 1,
      }
    if (sign === '=' && isNamed) {
      const end = endOfValue(html, index + 1)
      if (end === undefined) return undefined
      index = end - 1
      isNamed = false
    } else if (sign === '/') isNamed = false
    else if (!/\s/.test(sign)) isNamed = true
  }
  return undefined
}

const VALUE = /\s*(?:"[^"]*"|'[^']*'|(?!["'])[^\s>]*)/y

function endOfValue(html: string, at: number): number | undefined {
  VALUE.lastIndex = at
  return VALUE.test(html) ? VALUE.lastIndex : undefined
}
