// Draws formatted text on a page: sanitised again, stored pictures in the size that is shown, footnotes at its end.
import { type MouseEvent, useMemo } from 'react'
import { sanitise } from '#portal/ui/format/sanitize-html.ts'
import { FOOTNOTE } from '#shared/rich-text/policy.ts'
import { toSrcSet } from './picture-url.ts'

/** How wide a picture in a text is shown at most. */
const SIZES = '(max-width: 768px) 100vw, 800px'

/** Stored pictures in the size that is shown; what is not in sight yet waits. */
function withSizes(html: string): string {
  if (!html.includes('<img')) return html
  const box = document.createElement('template')
  box.innerHTML = html
  for (const image of box.content.querySelectorAll('img')) {
    image.setAttribute('loading', 'lazy')
    const sizes = toSrcSet(image.getAttribute('src') ?? '', 'whole')
    if (sizes === undefined) continue
    // Before the address, so that no browser fetches the whole picture first.
    image.setAttribute('sizes', SIZES)
    image.setAttribute('srcset', sizes)
  }
  return box.innerHTML
}

/** A link that leads within the text; its address is the page's own, as the part behind `#` is the route. */
function toNoteLink(
  box: HTMLTemplateElement,
  role: string,
  target: string,
  label: string,
  sign: string,
): Element {
  const link = box.content.ownerDocument.createElement('a')
  link.setAttribute('href', location.hash || '#/')
  link.setAttribute('role', role)
  link.setAttribute(TARGET, target)
  link.setAttribute('aria-label', label)
  link.textContent = sign
  return link
}

/** Of a link to a footnote, or back: the name of the other end. */
const TARGET = 'data-note-target'
const NAME = 'data-note-name'

/** Footnotes stand at the end, numbered, with links there and back. */
function withNotes(html: string): string {
  if (!html.includes('data-note')) return html
  const box = document.createElement('template')
  box.innerHTML = html
  const { ownerDocument: owner } = box.content
  const list = owner.createElement('ol')
  for (const [index, note] of [...box.content.querySelectorAll(FOOTNOTE)].entries()) {
    const number = index + 1
    const entry = owner.createElement('li')
    entry.tabIndex = -1
    entry.setAttribute(NAME, `note-${number}`)
    const back = toNoteLink(box, 'doc-backlink', `mark-${number}`, `返回正文中的脚注 ${number}`, '↩')
    entry.append(...note.childNodes, ' ', back)
    list.append(entry)
    const mark = owner.createElement('sup')
    const link = toNoteLink(box, 'doc-noteref', `note-${number}`, `脚注 ${number}`, String(number))
    link.setAttribute(NAME, `mark-${number}`)
    mark.append(link)
    note.replaceWith(mark)
  }
  const notes = owner.createElement('section')
  notes.className = 'eq-notes'
  notes.setAttribute('role', 'doc-endnotes')
  notes.setAttribute('aria-label', '脚注')
  notes.append(list)
  if (list.childElementCount > 0) box.content.append(notes)
  return box.innerHTML
}

function followNote(event: MouseEvent<HTMLElement>): void {
  const link = (event.target as Element).closest(`[${TARGET}]`)
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const name = link.getAttribute(TARGET) ?? ''
  const end = event.currentTarget.querySelector<HTMLElement>(`[${NAME}="${name}"]`)
  end?.focus({ preventScroll: true })
  end?.scrollIntoView({ block: 'center' })
}

export function RichText({ value }: { readonly value: string }) {
  const html = useMemo(() => withNotes(withSizes(sanitise(value))), [value])
  if (!html) return <>—</>
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its links are followed by keyboard too
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <div
      className="eq-rich-text"
      onClick={followNote}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the shared allow-list
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
