// Owns the reader's preferences: care mode and text size, kept across visits.

import { keptAs } from '../site/site.ts'
import { createStore } from './store.ts'

export const TEXT_SIZES = [
  { value: 'large', label: '大' },
  { value: 'medium', label: '中' },
  { value: 'small', label: '小' },
] as const

export type TextSize = (typeof TEXT_SIZES)[number]['value']

export interface Preferences {
  readonly care: boolean
  readonly size: TextSize
}

const KEY = keptAs('preferences')
const store = createStore<Preferences>(restore())
apply(store.get())

export const usePreferences = store.use

function restore(): Preferences {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>
    const size = TEXT_SIZES.find(({ value }) => value === saved.size)?.value ?? 'medium'
    return { care: saved.care === true, size }
  } catch {
    return { care: false, size: 'medium' }
  }
}

function apply({ care, size }: Preferences): void {
  const { documentElement } = document
  documentElement.toggleAttribute('data-care', care)
  documentElement.dataset.size = size
}

export function setPreferences(changes: Partial<Preferences>): void {
  const next = { ...store.get(), ...changes }
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  apply(next)
  store.set(next)
}
