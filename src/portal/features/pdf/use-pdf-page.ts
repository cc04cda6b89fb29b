// Draws one page of a PDF on a canvas, as wide as its frame times the zoom.
import { type RefObject, useEffect, useState } from 'react'
import type { PdfDocument } from './pdf-document.ts'

const SHARPEST = 2

/** True while the page is being drawn; a newer page cancels the one before. */
export function usePdfPage(
  document: PdfDocument,
  number: number,
  zoom: number,
  canvas: RefObject<HTMLCanvasElement | null>,
): boolean {
  const [drawn, setDrawn] = useState('')
  const wanted = `${number} ${zoom}`
  useEffect(() => {
    let cancel: (() => void) | undefined
    let isCurrent = true
    const draw = async () => {
      const page = await document.getPage(number)
      const element = canvas.current
      if (!isCurrent || !element) return
      const natural = page.getViewport({ scale: 1 })
      const width = Math.max(200, element.parentElement?.clientWidth ?? natural.width) * zoom
      const sharpness = Math.min(SHARPEST, window.devicePixelRatio || 1)
      const viewport = page.getViewport({ scale: (width / natural.width) * sharpness })
      element.width = Math.floor(viewport.width)
      element.height = Math.floor(viewport.height)
      element.style.width = `${Math.round(zoom * 100)}%`
      const task = page.render({ canvas: element, viewport })
      cancel = () => task.cancel()
      await task.promise
      if (isCurrent) setDrawn(`${number} ${zoom}`)
    }
    draw().catch(() => isCurrent && setDrawn(`${number} ${zoom}`))
    return () => {
      isCurrent = false
      cancel?.()
    }
  }, [document, number, zoom, canvas])
  return drawn !== wanted
}
