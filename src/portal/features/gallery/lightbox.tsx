// Draws the lightbox: pictures at screen size, to page through, with zoom by keys, wheel, fingers and double tap.
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import './lightbox.css'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { PictureImage } from '#portal/widgets/media/picture.tsx'

interface ZoomView {
  /** 1 shows the picture whole. */
  readonly scale: number
  /** Pixels of the screen from the middle of the frame to that of the picture. */
  readonly x: number
  readonly y: number
}

interface Size {
  readonly width: number
  readonly height: number
}

const WHOLE_VIEW: ZoomView = { scale: 1, x: 0, y: 0 }
const MAX_SCALE = 6
/** The zoom factor of one press of a key or button. */
const ZOOM_FACTOR = 1.5
/** The scale after a double tap. */
const DOUBLE_TAP_SCALE = 2.5

/** The point of the frame at `at`, measured from its middle, stays where it is. */
function zoomBy(view: ZoomView, factor: number, frame: Size, at = { x: 0, y: 0 }): ZoomView {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * factor))
  const ratio = scale / view.scale
  return keepWithin({ scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, frame)
}

function moveBy(view: ZoomView, x: number, y: number, frame: Size): ZoomView {
  return keepWithin({ ...view, x: view.x + x, y: view.y + y }, frame)
}

/** No edge of the picture comes further in than the frame's own. */
function keepWithin({ scale, x, y }: ZoomView, { width, height }: Size): ZoomView {
  const [mostX, mostY] = [(width * (scale - 1)) / 2, (height * (scale - 1)) / 2]
  const within = (value: number, most: number) => Math.min(most, Math.max(-most, value))
  return { scale, x: within(x, mostX), y: within(y, mostY) }
}

interface Point {
  readonly x: number
  readonly y: number
}

const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const distanceOf = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/**
 * Controls the zoom of `picture`, which is centred in `frame`. `shown` names the picture; another name resets the
 * zoom.
 */
function useZoom(
  frame: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLElement | null>,
  shown: unknown,
) {
  const [view, setView] = useState<ZoomView>(WHOLE_VIEW)
  const fingers = useRef(new Map<number, Point>())

  useEffect(() => {
    const { current } = picture
    // Set here and not as an attribute, which the content security policy forbids.
    if (current) current.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`
  }, [view, picture])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture begins anew
  useEffect(() => setView(WHOLE_VIEW), [shown])

  const size = useCallback(
    () => ({ width: frame.current?.clientWidth ?? 0, height: frame.current?.clientHeight ?? 0 }),
    [frame],
  )
  const fromMiddle = useCallback(
    (x: number, y: number): Point => {
      const box = frame.current?.getBoundingClientRect()
      return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : { x: 0, y: 0 }
    },
    [frame],
  )
  useEffect(() => {
    const { current } = frame
    if (!current) return
    // Not as a property of React's, whose listener could not keep the page from scrolling.
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const at = fromMiddle(event.clientX, event.clientY)
      setView((old) => zoomBy(old, event.deltaY < 0 ? 1.15 : 1 / 1.15, size(), at))
    }
    current.addEventListener('wheel', turn, { passive: false })
    return () => current.removeEventListener('wheel', turn)
  }, [frame, fromMiddle, size])

  const drag = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const [other] = [...fingers.current].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]))
    fingers.current.set(event.pointerId, now)
    if (!other) return setView((old) => moveBy(old, now.x - before.x, now.y - before.y, size()))
    const { x, y } = middleOf(now, other)
    const factor = distanceOf(now, other) / Math.max(1, distanceOf(before, other))
    setView((old) => zoomBy(old, factor, size(), fromMiddle(x, y)))
  }
  const end = (event: PointerEvent) => void fingers.current.delete(event.pointerId)
  return {
    scale: view.scale,
    zoom: (factor: number) => setView((old) => zoomBy(old, factor, size())),
    move: (x: number, y: number) => setView((old) => moveBy(old, x, y, size())),
    reset: () => setView(WHOLE_VIEW),
    /** To be put on the frame. */
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      },
      onPointerMove: drag,
      onPointerUp: end,
      onPointerCancel: end,
      onDoubleClick: ({ clientX, clientY }: MouseEvent) =>
        setView((old) =>
          old.scale > 1 ? WHOLE_VIEW : zoomBy(old, DOUBLE_TAP_SCALE, size(), fromMiddle(clientX, clientY)),
        ),
    },
  }
}

interface LightboxPicture {
  readonly url: string
  readonly alt: string
  /** Said below it. */
  readonly note?: string
}

interface Props {
  readonly pictures: readonly LightboxPicture[]
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

export function Lightbox({ pictures, index, onTurn, onClose }: Props) {
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
          <PictureImage key={shown.url} src={shown.url} alt={shown.alt} />
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
