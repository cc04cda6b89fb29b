// Draws the pages of an opened PDF: buttons, page number, zoom, keys, and the text for screen readers.
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#portal/ui/button.tsx'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { type PdfDocument, pageText } from './pdf-document.ts'
import { usePdfPage } from './use-pdf-page.ts'

const ZOOMS = [1, 1.25, 1.5, 2, 3] as const
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }

interface Props {
  readonly document: PdfDocument
  readonly label: string
}

export function PdfPages({ document, label }: Props) {
  const total = document.numPages
  const [number, setNumber] = useState(1)
  const [zoom, setZoom] = useState(0)
  const [text, setText] = useState('')
  const canvas = useRef<HTMLCanvasElement>(null)
  const field = useId()
  const isBusy = usePdfPage(document, number, ZOOMS[zoom] ?? 1, canvas)
  useEffect(() => {
    let isCurrent = true
    pageText(document, number).then(
      (found) => isCurrent && setText(found),
      () => isCurrent && setText(''),
    )
    return () => {
      isCurrent = false
    }
  }, [document, number])
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
