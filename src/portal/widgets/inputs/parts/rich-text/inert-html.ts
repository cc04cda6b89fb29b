// Parses foreign HTML without its styles, which the content security policy would report on the console.
import { readTag, removeUnclosed } from '#shared/rich-text/remove-unclosed.ts'

/** Holds what the attribute `style` said; nothing applies it. */
export const STYLE = 'data-style'

const STYLE_NAME = /([\s"'/])style(?=\s*=)/gi
/** Read as bare characters too, and removed with them. */
const BARE = '$1xmp'

/** A document without a window: nothing of it is loaded. */
export function parseInert(html: string): HTMLElement {
  const { body } = document.implementation.createHTMLDocument('')
  body.innerHTML = renameStyles(removeUnclosed(html))
  for (const element of body.querySelectorAll('xmp, script, title')) element.remove()
  return body
}

function renameStyles(html: string): string {
  const parts: string[] = []
  let at = 0
  for (let start = html.indexOf('<'); start >= 0; start = html.indexOf('<', at)) {
    const end = readTag(html, start)?.end ?? start + 1
    const tag = html.slice(start, end)
    parts.push(
      html.slice(at, start),
      tag.replace(/^(<\/?)style(?=[\s/>])/i, BARE).replace(STYLE_NAME, `$1${STYLE}`),
    )
    at = end
  }
  return parts.join('') + html.slice(at)
}

/** What the styles of an element say, by their names in small letters. */
export function stylesOf(element: Element): ReadonlyMap<string, string> {
  return new Map(
    (element.getAttribute(STYLE) ?? '').split(';').flatMap((rule) => {
      const colon = rule.indexOf(':')
      return colon < 0
        ? []
        : [[rule.slice(0, colon).trim().toLowerCase(), rule.slice(colon + 1).trim()] as const]
    }),
  )
}
