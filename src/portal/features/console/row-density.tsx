// Stores the row density of console tables, as the user chose it in this browser, and draws the choice.

import { toStorageKey } from '#portal/core/site.ts'
import { createStore } from '#portal/core/state/store.ts'

const KEY = toStorageKey('desk-density')
const CHOICES = [
  { value: 'medium', label: '宽松' },
  { value: 'small', label: '紧凑' },
] as const

export type Density = (typeof CHOICES)[number]['value']

const store = createStore<Density>(restore())

export const useDensity = store.use

function restore(): Density {
  try {
    return localStorage.getItem(KEY) === 'small' ? 'small' : 'medium'
  } catch {
    return 'medium'
  }
}

function choose(density: Density): void {
  store.set(density)
  try {
    localStorage.setItem(KEY, density)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

export function DensityChoice() {
  const density = useDensity()
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons in a row, no set of fields
    <div className="eq-sorts eq-density" role="group" aria-label="行距">
      {CHOICES.map(({ value, label }) => (
        <button key={value} type="button" aria-pressed={density === value} onClick={() => choose(value)}>
          {label}
        </button>
      ))}
    </div>
  )
}
