// Owns the tab strip: arrow keys move, the chosen tab alone takes the focus.
import { type KeyboardEvent, useRef } from 'react'

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
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (active + step + tabs.length) % tabs.length
    onChange(tabs[next]?.value ?? '')
    ;(strip.current?.children[next] as HTMLElement | undefined)?.focus()
  }
  return (
    <div className="eq-tabs" role="tablist" aria-label={label} ref={strip} onKeyDown={move}>
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
  )
}
