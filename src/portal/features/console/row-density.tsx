// Stores the row density of console tables, as the user chose it in this browser, and draws the choice.

import { readText, storeText } from '#portal/core/state/browser-storage.ts'
import { createStore } from '#portal/core/state/store.ts'

const NAME = 'desk-density'
const CHOICES = [
  { value: 'small', label: '紧凑' },
  { value: 'medium', label: '宽松' },
] as const

type Density = (typeof CHOICES)[number]['value']

const store = createStore<Density>(readText('local', NAME) === 'medium' ? 'medium' : 'small')

export const useDensity = store.use

function choose(density: Density): void {
  store.set(density)
  storeText('local', NAME, density)
}

export function DensityChoice() {
  const density = useDensity()
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons in a row, no set of fields
    <div className="eq-sorts" role="group" aria-label="行距">
      {CHOICES.map(({ value, label }) => (
        <button key={value} type="button" aria-pressed={density === value} onClick={() => choose(value)}>
          {label}
        </button>
      ))}
    </div>
  )
}
