// Draws formatted text on a page: sanitised again before it is drawn, stored pictures in the size that is shown.
import { useMemo } from 'react'
import { sanitise } from '#portal/ui/format/sanitize-html.ts'
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

export function RichText({ value }: { readonly value: string }) {
  const html = useMemo(() => withSizes(sanitise(value)), [value])
  if (!html) return <>—</>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the shared allow-list
  return <div className="eq-rich-text" dangerouslySetInnerHTML={{ __html: html }} />
}
