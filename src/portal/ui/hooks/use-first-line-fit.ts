// Finds the buttons of a row that fit in its first line, so that the others can fold behind its last button.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

interface OneLine {
  readonly row: RefObject<HTMLDivElement | null>
  /** True if the buttons need more than one line. */
  readonly overflows: boolean
  /** Places of the buttons that do not fit. */
  readonly beyond: ReadonlySet<number>
}

const widthOf = (element: Element): number => element.getBoundingClientRect().width

/** Places of the buttons beyond the first line, joined by commas; pressed ones and the first always fit. */
function measureRow(row: HTMLElement): string {
  const children = [...row.children]
  const more = children.pop()
  const gap = Number.parseFloat(getComputedStyle(row).columnGap) || 0
  const widths = children.map((child) => widthOf(child) + gap)
  const total = widths.reduce((sum, width) => sum + width, 0)
  if (!more || total - gap <= row.clientWidth) return ''
  const isKept = (index: number) => index === 0 || children[index]?.getAttribute('aria-pressed') === 'true'
  const kept = widths.reduce((sum, width, index) => (isKept(index) ? sum + width : sum), 0)
  let room = row.clientWidth - widthOf(more) - kept
  const beyond: number[] = []
  for (const [index, width] of widths.entries()) {
    if (isKept(index)) continue
    // From the first that does not fit, all fold: the order stays that of the whole row.
    if (beyond.length > 0 || width > room) beyond.push(index)
    else room -= width
  }
  return beyond.join(',')
}

/** The row's children are its buttons, and last the one that unfolds it; all are measured, also unseen ones. */
export function useFirstLineFit(): OneLine {
  const row = useRef<HTMLDivElement>(null)
  const [beyond, setBeyond] = useState('')
  // Measures before every paint, because any content of the row may have changed.
  useLayoutEffect(() => {
    if (row.current?.clientWidth) setBeyond(measureRow(row.current))
  })
  useEffect(() => {
    const element = row.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (element.clientWidth) flushSync(() => setBeyond(measureRow(element)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return {
    row,
    overflows: beyond !== '',
    beyond: new Set(beyond === '' ? [] : beyond.split(',').map(Number)),
  }
}
