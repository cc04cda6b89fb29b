// Detects screens that are too narrow for a table with fixed columns: phones, which get cards.
import { useSyncExternalStore } from 'react'

const query = matchMedia('(max-width: 640px)')

export const isNarrow = (): boolean => query.matches

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow)
