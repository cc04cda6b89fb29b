// Measures the space that a table has on the page.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

const pxPerRem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

interface TableWidth {
  readonly frame: RefObject<HTMLDivElement | null>
  /** True if the table fits at its smallest width. */
  readonly fits: boolean
  /** 1 where it has room at its widest, 0 at its narrowest. */
  readonly slack: number
  /** Pixels, which change with the size of text that the reader chose. */
  readonly rem: number
}

/** In steps, so that a window that is drawn wider does not draw the table at each pixel. */
const INCREMENTS = 20

/** `width` and `min` in rem: at its widest and its narrowest. */
export function useTableWidth(width: number, min: number): TableWidth {
  const frame = useRef<HTMLDivElement>(null)
  const [measured, setMeasured] = useState({ fits: true, slack: 1, rem: 16 })
  useLayoutEffect(() => {
    const { current } = frame
    if (!current) return
    const measure = () => {
      const rem = pxPerRem()
      const measured = current.clientWidth / rem
      const fits = measured >= min
      const share = width > min ? Math.min(1, (measured - min) / (width - min)) : 1
      // A table that scrolls anyway scrolls at its widest.
      const slack = fits ? Math.floor(share * INCREMENTS) / INCREMENTS : 1
      setMeasured((before) =>
        before.fits === fits && before.slack === slack && before.rem === rem ? before : { fits, slack, rem },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [width, min])
  return { frame, ...measured }
}
