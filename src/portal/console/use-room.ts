// Owns whether a table of a certain width has room where it stands.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

const pxPerRem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

interface Room {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly fits: boolean
  /** Pixels, which change with the size of text that the reader chose. */
  readonly rem: number
}

/** `width` in rem. */
export function useRoom(width: number): Room {
  const frame = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ fits: true, rem: 16 })
  useLayoutEffect(() => {
    const { current } = frame
    if (!current) return
    const measure = () => {
      const rem = pxPerRem()
      const fits = current.clientWidth >= width * rem
      setRoom((before) => (before.fits === fits && before.rem === rem ? before : { fits, rem }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [width])
  return { frame, ...room }
}
