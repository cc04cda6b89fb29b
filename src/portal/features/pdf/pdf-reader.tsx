// Draws the reader of one PDF file: opening, and the message if that fails.
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#portal/ui/button.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import './pdf.css'
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { fetchBlob } from '#portal/core/api/client.ts'
import { fileUrl } from '#portal/core/api/file-client.ts'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { useLoaded } from '#portal/ui/hooks/use-loaded.ts'

GlobalWorkerOptions.workerSrc = workerUrl

/** For files that bring no fonts of their own. */
const FONTS = { cMapUrl: '/pdf/cmaps/', cMapPacked: true, standardFontDataUrl: '/pdf/standard_fonts/' }

/** The policy allows no WebAssembly; the library has a way without. */
async function openPdf(id: string): Promise<PDFDocumentProxy> {
  const data = new Uint8Array(await (await fetchBlob(fileUrl(id))).arrayBuffer())
  return getDocument({ data, useWasm: false, ...FONTS }).promise
}

/** Normalised, since fonts often name radicals where characters are meant. */
async function pageText(document: PDFDocumentProxy, number: number): Promise<string> {
  const { items } = await (await document.getPage(number)).getTextContent()
  const texts = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
  return texts.join('').normalize('NFKC')
}

const SHARPEST = 2

/** True while the page is being drawn; a newer page cancels the one before. */
function usePdfPage(
  document: PDFDocumentProxy,
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

const ZOOMS = [1, 1.25, 1.5, 2, 3] as const
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }

interface PdfPagesProps {
  readonly document: PDFDocumentProxy
  readonly label: string
}

/** Draws the pages of an opened PDF: buttons, page number, zoom, keys, and the text for screen readers. */
function PdfPages({ document, label }: PdfPagesProps) {
  const total = document.numPages
  const [number, setNumber] = useState(1)
  const [zoom, setZoom] = useState(0)
  const canvas = useRef<HTMLCanvasElement>(null)
  const field = useId()
  const isBusy = usePdfPage(document, number, ZOOMS[zoom] ?? 1, canvas)
  const { value: text } = useLoaded(() => pageText(document, number), [document, number])
  const go = (page: number) => setNumber(Math.min(total, Math.max(1, page)))
  const resize = (step: number) => setZoom(Math.min(ZOOMS.length - 1, Math.max(0, zoom + step)))
  const press = (event: KeyboardEvent) => {
    const key = pressedKey(event)
    const step = STEPS[key]
    if (step !== undefined) go(number + step)
    else if (key === 'Home') go(1)
    else if (key === 'End') go(total)
    else if (key === '+' || key === '=') resize(1)
    else if (key === '-') resize(-1)
    else return
    event.preventDefault()
  }
  const jump = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = Number(new FormData(event.currentTarget).get('page'))
    if (Number.isInteger(wanted)) go(wanted)
  }
  return (
    <section className="eq-pdf-reader" aria-label={`在线阅读：${label}`}>
      <div className="eq-pdf-bar">
        <Button icon="back" disabled={number <= 1} onClick={() => go(number - 1)}>
          上一页
        </Button>
        <form onSubmit={jump}>
          <label htmlFor={field} className="eq-sr-only">
            页码
          </label>
          <input
            key={number}
            id={field}
            name="page"
            className="eq-input"
            inputMode="numeric"
            defaultValue={number}
            onBlur={(event) => event.currentTarget.form?.requestSubmit()}
          />
          <span className="eq-figure">/ {total} 页</span>
        </form>
        <Button icon="next" disabled={number >= total} onClick={() => go(number + 1)}>
          下一页
        </Button>
        <Button icon="minus" disabled={zoom === 0} aria-label="缩小" onClick={() => resize(-1)} />
        <Button icon="add" disabled={zoom === ZOOMS.length - 1} aria-label="放大" onClick={() => resize(1)} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: no set of fields */}
      <div
        className="eq-pdf-page"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the page scrolls and takes the keys that turn it
        tabIndex={0}
        aria-busy={isBusy}
        aria-label={`第 ${number} 页，共 ${total} 页；左右方向键翻页`}
        onKeyDown={press}
      >
        <canvas ref={canvas} aria-hidden />
        <p className="eq-sr-only" aria-live="polite">
          {text}
        </p>
      </div>
    </section>
  )
}

interface Props {
  readonly id: string
  readonly label: string
}

export function PdfReader({ id, label }: Props) {
  const opening = useLoaded(
    () => openPdf(id),
    [id],
    (opened) => void opened.loadingTask.destroy(),
  )
  const { value: document, error, retry } = opening
  if (error)
    return (
      <Empty text="文件暂时无法打开，可以下载后阅读">
        <Button icon="refresh" onClick={retry}>
          重试
        </Button>
      </Empty>
    )
  if (!document) return <Skeleton shape="block" height={400} />
  return <PdfPages document={document} label={label} />
}
