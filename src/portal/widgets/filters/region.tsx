// Owns the filter by region: search by name, or province, then city, then district.
import { useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { RegionPanel } from '../region-panel.tsx'
import { useRegionName } from '../use-regions.ts'
import type { FilterProps } from '../widget-props.ts'

export function RegionFilter({ filter, value, onChange }: FilterProps) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const panel = useId()
  const code = value[filter.name] ?? ''
  const name = useRegionName(code || null)
  useEffect(() => {
    if (!open) return
    const close = (event: Event) => {
      const isInside = event.target instanceof Node && box.current?.contains(event.target)
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !isInside) setOpen(false)
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', close)
    }
  }, [open])
  const choose = (chosen: string) => {
    onChange({ [filter.name]: chosen })
    setOpen(false)
  }
  return (
    <div className="eq-region" ref={box}>
      <button
        type="button"
        className="eq-select"
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        aria-label={`${filter.label}：${name || '全国'}`}
        onClick={() => setOpen(!open)}
      >
        {name || '全国'}
        <Icon name="down" />
      </button>
      {open ? <RegionPanel id={panel} code={code} label={filter.label} onChoose={choose} /> : null}
    </div>
  )
}
