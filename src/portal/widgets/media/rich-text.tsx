// Draws formatted text on a page: sanitised again before it is drawn, unpublished pictures fetched for their owner.
import { useEffect, useMemo, useRef } from 'react'
import { sanitise } from '#portal/ui/format/sanitize-html.ts'
import { isStoredPicture, showStoredPicture, toSrcSet } from './picture-url.ts'

interface Props {
  readonly value: string
  /** True if everybody may read the item that the text belongs to. */
  readonly isPublic?: boolean
}

/** Moves the addresses of stored pictures aside, so that the browser does not ask for them without the session. */
function withoutStored(html: string): string {
  const box = document.createElement('template')
  box.innerHTML = html
  for (const image of box.content.querySelectorAll('img')) {
    const address = image.getAttribute('src') ?? ''
    if (!isStoredPicture(address)) continue
    image.removeAttribute('src')
    image.dataset.src = address
  }
  return box.innerHTML
}

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

export function RichText({ value, isPublic = true }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const html = useMemo(() => (isPublic ? withSizes : withoutStored)(sanitise(value)), [value, isPublic])
  useEffect(() => {
    if (!html) return
    const images = [...(box.current?.querySelectorAll<HTMLImageElement>('img[data-src]') ?? [])]
    const ends = images.map((image) => showStoredPicture(image, image.dataset.src ?? ''))
    return () => {
      for (const end of ends) end()
    }
  }, [html])
  if (!html) return <>—</>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the shared allow-list
  return <div ref={box} className="eq-rich-text" dangerouslySetInnerHTML={{ __html: html }} />
}
