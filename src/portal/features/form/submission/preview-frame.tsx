// Draws a page as it will be in a frame, as wide as a desktop, a tablet or a phone, so that it is laid out so.
import { useEffect, useRef, useState } from 'react'
import './preview-frame.css'

const SCREENS = [
  { name: '电脑', width: 1280, height: 800 },
  { name: '平板', width: 768, height: 900 },
  { name: '手机', width: 390, height: 780 },
] as const
const [DESKTOP] = SCREENS
/** A frame that is drawn smaller is hard to read. */
const MIN_SCALE = 0.6

interface Props {
  /** The page that the frame shows. */
  readonly source: string
}

/** A frame that is wider than its place is drawn smaller. */
export function PreviewFrame({ source }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [chosen, setScreen] = useState<(typeof SCREENS)[number] | null>(null)
  const [room, setRoom] = useState<number>(DESKTOP.width)
  useEffect(() => {
    if (!place.current) return
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width || DESKTOP.width))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  const screen =
    chosen ?? SCREENS.find(({ width }) => room / width >= MIN_SCALE) ?? SCREENS[SCREENS.length - 1] ?? DESKTOP
  const scale = Math.min(1, room / screen.width)
  const { name, width, height } = screen
  return (
    <div className="eq-preview-frame">
      <fieldset className="eq-preview-screens" aria-label="屏幕">
        {SCREENS.map((one) => (
          <button
            key={one.name}
            type="button"
            className="eq-button eq-button-plain"
            aria-pressed={one === screen}
            onClick={() => setScreen(one)}
          >
            {one.name}
          </button>
        ))}
      </fieldset>
      <div ref={place} className="eq-preview-place" style={{ height: height * scale }}>
        <iframe
          key={name}
          title={`预览（${name}）`}
          src={source}
          style={{ width, height, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  )
}
