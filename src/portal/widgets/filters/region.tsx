// Owns the filter by region: search by name, or province, then city, then district.
import { useId } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { usePopup } from '../../ui/use-popup.ts'
import { RegionPanel } from '../region-panel.tsx'
import { useRegionName } from '../use-regions.ts'
import type { FilterProps } from '../widget-props.ts'

export function RegionFilter({ filter, value, onChange }: FilterProps) {
  const { open, setOpen, box, button, close } = usePopup()
  const panel = useId()
  const code = value[filter.name] ?? ''
  const name = useRegionName(code || null)
  const choose = (chosen: string) => {
    onChange({ [filter.name]: chosen })
    close()
  }
  return (
    <div className="eq-region" ref={box}>
      <button
        ref={button}
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
