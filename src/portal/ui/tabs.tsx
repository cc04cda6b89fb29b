// Draws the tab strip in one line that scrolls or unfolds: arrow keys move, only the chosen tab takes the focus.
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { pressedKey } from './hooks/pressed-key.ts'
import { Icon } from './icon.tsx'

export interface Tab {
  readonly value: string
  readonly label: string
}

interface Props {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly value: string
  readonly onChange: (value: string) => void
  /** Id of the panel that the tabs change. */
  readonly panel?: string
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

export function Tabs({ label, tabs, value, onChange, panel }: Props) {
  const strip = useRef<HTMLDivElement>(null)
  const active = Math.max(
    0,
    tabs.findIndex((tab) => tab.value === value),
  )
  const move = (event: KeyboardEvent) => {
    const step = STEPS[pressedKey(event)]
    if (step === undefined) return
    event.preventDefault()
    const next = (active + step + tabs.length) % tabs.length
    onChange(tabs[next]?.value ?? '')
    ;(strip.current?.children[next] as HTMLElement | undefined)?.focus()
  }
  const [isOpen, setOpen] = useState(false)
  const overflows = useOverflow(strip, isOpen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen tab, and what makes it leave its place
  useLayoutEffect(() => showTab(strip.current, active), [active, overflows, isOpen])
  return (
    <div className="eq-tabs" data-open={isOpen || undefined} data-overflows={overflows || undefined}>
      <div className="eq-tabs-line" role="tablist" aria-label={label} ref={strip} onKeyDown={move}>
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            className="eq-tab"
            aria-selected={index === active}
            aria-controls={panel}
            tabIndex={index === active ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {overflows || isOpen ? (
        <button
          type="button"
          className="eq-tabs-more"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? '收起' : '更多'}${label}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? '收起' : '更多'}
          <Icon name={isOpen ? 'up' : 'down'} />
        </button>
      ) : null}
    </div>
  )
}

/** Returns true if the tabs are wider than their line. */
function useOverflow(strip: RefObject<HTMLDivElement | null>, isOpen: boolean): boolean {
  const [overflows, setOverflows] = useState(false)
  useLayoutEffect(() => {
    const line = strip.current
    if (line && !isOpen) setOverflows(line.scrollWidth > line.clientWidth)
  })
  useEffect(() => {
    const line = strip.current
    if (!line || isOpen) return
    const observer = new ResizeObserver(() => setOverflows(line.scrollWidth > line.clientWidth))
    observer.observe(line)
    return () => observer.disconnect()
  }, [strip, isOpen])
  return overflows
}

/** Scrolls the line, and nothing else, until the tab is completely visible. */
function showTab(strip: HTMLDivElement | null, index: number): void {
  const tab = strip?.children[index]
  if (!strip || !tab) return
  const [line, own] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (own.left < line.left) strip.scrollLeft += own.left - line.left
  else if (own.right > line.right) strip.scrollLeft += own.right - line.right
}
