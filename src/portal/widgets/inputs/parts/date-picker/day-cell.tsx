// Draws a day, month or year of the calendar as a button with a name; only a mouse can use the cells that antd draws.
import type { Dayjs } from 'dayjs'
import { type ReactNode, useEffect, useRef } from 'react'
import { type PanelKind, panelCellName } from './day-keys.ts'

interface Props {
  readonly cell: Dayjs
  readonly kind: PanelKind
  readonly isChosen: boolean
  readonly isToday: boolean
  readonly isOffered: boolean
  /** The one of its panel that Tab reaches. */
  readonly isCurrent: boolean
  /** Takes the focus as soon as it is the current one. */
  readonly takesFocus: boolean
  readonly children: ReactNode
}

export function DayCell({
  cell,
  kind,
  isChosen,
  isToday,
  isOffered,
  isCurrent,
  takesFocus,
  children,
}: Props) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The popup may still be on its way to its place.
    if (isCurrent && takesFocus) button.current?.focus({ preventScroll: true })
  }, [isCurrent, takesFocus])
  return (
    <button
      ref={button}
      type="button"
      className="eq-day"
      tabIndex={isCurrent ? 0 : -1}
      aria-label={panelCellName(cell, kind)}
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      // Still reached by arrow keys, on the way to others.
      aria-disabled={isOffered ? undefined : true}
    >
      {children}
    </button>
  )
}
