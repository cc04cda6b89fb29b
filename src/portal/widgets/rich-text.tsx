// Owns formatted text on a page: cleaned again before it is drawn, its unpublished pictures fetched for their owner.
import { useEffect, useMemo, useRef } from 'react'
import { sanitise } from '../ui/sanitise.ts'
import { showStoredPicture } from './stored-picture.ts'

export function RichText({ value }: { readonly value: string }) {
  const box = useRef<HTMLDivElement>(null)
  const html = useMemo(() => sanitise(value), [value])
  useEffect(() => {
    const images = html ? [...(box.current?.querySelectorAll('img') ?? [])] : []
    const ends = images.map((image) => showStoredPicture(image, image.getAttribute('src') ?? ''))
    return () => {
      for (const end of ends) end()
    }
  }, [html])
  if (!html) return <>—</>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the shared allow-list
  return <div ref={box} className="eq-rich-text" dangerouslySetInnerHTML={{ __html: html }} />
}
