// Draws a page as it will be, in a frame, as wide as a desktop or a phone, so that it is laid out so.
import { useEffect, useRef, useState } from 'react'

const SCREENS = [
  { name: '电脑', width: 1280, height: 800 },
  { name: '手机', width: 390, height: 780 },
] as const

interface Props {
  /** The page that the frame shows. */
  readonly source: string
}

/** A frame that is wider than its place is drawn smaller. */
export function PreviewFrame({ source }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [screen, setScreen] = useState<(typeof SCREENS)[number]>(SCREENS[0])
  const [room, setRoom] = useState<number>(SCREENS[0].width)
  useEffect(() => {
    if (!place.current) return
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? SCREENS[0].width))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
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
