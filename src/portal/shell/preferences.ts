// Owns the reader's preferences: care mode and text size, kept across visits.
import { useSyncExternalStore } from 'react'

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

const KEY = 'equipnet-preferences'
const listeners = new Set<() => void>()
let preferences: Preferences = restore()
apply()

function restore(): Preferences {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>
    const size = TEXT_SIZES.find(({ value }) => value === saved.size)?.value ?? 'medium'
    return { care: saved.care === true, size }
  } catch {
    return { care: false, size: 'medium' }
  }
}

function apply(): void {
  const { dataset } = document.documentElement
  if (preferences.care) dataset.care = ''
  else delete dataset.care
  dataset.size = preferences.size
}

export function setPreferences(changes: Partial<Preferences>): void {
  preferences = { ...preferences, ...changes }
  localStorage.setItem(KEY, JSON.stringify(preferences))
  apply()
  for (const listener of listeners) listener()
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => preferences,
  )
}
