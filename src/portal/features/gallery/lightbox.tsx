// Draws the lightbox: pictures at screen size, to page through, with zoom by keys, wheel, fingers and double tap.
import { type KeyboardEvent, useEffect, useRef } from 'react'
import './lightbox.css'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { PictureImage } from '#portal/widgets/media/picture.tsx'
import type { Item } from '#portal/widgets/widget-props.ts'
import { useZoom } from './use-zoom.ts'
import { MAX_SCALE, ZOOM_FACTOR } from './zoom-geometry.ts'

export interface LightboxPicture {
  readonly url: string
  readonly alt: string
  /** Said below it. */
  readonly note?: string
}

interface Props {
  readonly pictures: readonly LightboxPicture[]
  readonly item: Item
  readonly index: number
  readonly onTurn: (index: number) => void
  readonly onClose: () => void
}

/** How far an arrow moves a picture that is zoomed into. */
const PIXELS = 80

interface ToolProps {
  readonly icon: string
  readonly label: string
  readonly disabled?: boolean
  readonly onClick: () => void
}

function Tool({ icon, label, disabled, onClick }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
    >
      <Icon name={icon} />
    </button>
  )
}

export function Lightbox({ pictures, item, index, onTurn, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const holder = useRef<HTMLDivElement>(null)
  const shown = pictures[index]
  const { scale, zoom, move, reset, handlers } = useZoom(frame, holder, index)
  // The browser gives the focus back to where it was.
  useEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal()
  }, [])
  const turn = (by: number) => onTurn((index + by + pictures.length) % pictures.length)
  const isNear = scale > 1
  const act = (key: string): boolean => {
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const by = key === 'ArrowLeft' ? 1 : -1
      if (isNear) move(by * PIXELS, 0)
      else turn(-by)
    } else if (key === 'ArrowUp' || key === 'ArrowDown') move(0, key === 'ArrowUp' ? PIXELS : -PIXELS)
    else if (key === '+' || key === '=') zoom(ZOOM_FACTOR)
    else if (key === '-') zoom(1 / ZOOM_FACTOR)
    else if (key === '0') reset()
    else return false
    return true
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (act(pressedKey(event))) event.preventDefault()
  }
  if (!shown) return null
  const place = `${index + 1} / ${pictures.length}`
  return (
    <dialog ref={dialog} className="eq-lightbox" aria-label="查看大图" onClose={onClose} onKeyDown={press}>
      <header>
        <p aria-live="polite">
          <span className="eq-figure">{place}</span> {shown.alt}
        </p>
        <div>
          <Tool icon="minus" label="缩小" disabled={!isNear} onClick={() => zoom(1 / ZOOM_FACTOR)} />
          <button type="button" aria-label={`显示全图，当前 ${Math.round(scale * 100)}%`} onClick={reset}>
            <span className="eq-figure">{Math.round(scale * 100)}%</span>
          </button>
          <Tool icon="add" label="放大" disabled={scale >= MAX_SCALE} onClick={() => zoom(ZOOM_FACTOR)} />
          <Tool icon="close" label="关闭" onClick={() => dialog.current?.close()} />
        </div>
      </header>
      <div ref={frame} className="eq-lightbox-frame" data-near={isNear} {...handlers}>
        <div ref={holder}>
          <PictureImage key={shown.url} src={shown.url} alt={shown.alt} item={item} />
        </div>
      </div>
      <footer>
        {pictures.length > 1 ? <Tool icon="back" label="上一张" onClick={() => turn(-1)} /> : <span />}
        <p>{shown.note ?? '双击或双指放大，按 Esc 关闭'}</p>
        {pictures.length > 1 ? <Tool icon="next" label="下一张" onClick={() => turn(1)} /> : <span />}
      </footer>
    </dialog>
  )
}
