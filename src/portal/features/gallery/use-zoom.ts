// Zooms and moves one picture by wheel, by one finger or the mouse, by two fingers, and by double tap.
import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { DOUBLE_TAP_SCALE, moveBy, WHOLE_VIEW, type ZoomView, zoomBy } from './zoom-geometry.ts'

interface Point {
  readonly x: number
  readonly y: number
}

export interface Zoom {
  readonly scale: number
  readonly zoom: (factor: number) => void
  readonly move: (x: number, y: number) => void
  readonly reset: () => void
  /** To be put on the frame. */
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent) => void
    readonly onPointerMove: (event: PointerEvent) => void
    readonly onPointerUp: (event: PointerEvent) => void
    readonly onPointerCancel: (event: PointerEvent) => void
    readonly onDoubleClick: (event: { readonly clientX: number; readonly clientY: number }) => void
  }
}

const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const distanceOf = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/**
 * Controls the zoom of `picture`, which is centred in `frame`. `shown` names the picture; another name resets the
 * zoom.
 */
export function useZoom(
  frame: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLElement | null>,
  shown: unknown,
): Zoom {
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
    zoom: (factor) => setView((old) => zoomBy(old, factor, size())),
    move: (x, y) => setView((old) => moveBy(old, x, y, size())),
    reset: () => setView(WHOLE_VIEW),
    handlers: {
      onPointerDown: (event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      },
      onPointerMove: drag,
      onPointerUp: end,
      onPointerCancel: end,
      onDoubleClick: ({ clientX, clientY }) =>
        setView((old) =>
          old.scale > 1 ? WHOLE_VIEW : zoomBy(old, DOUBLE_TAP_SCALE, size(), fromMiddle(clientX, clientY)),
        ),
    },
  }
}
