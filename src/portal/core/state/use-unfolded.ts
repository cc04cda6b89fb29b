// Remembers by name which sections the viewer has expanded: on other pages, on the way back and after a reload.
import { useCallback, useSyncExternalStore } from 'react'
import { readStored, storeJson } from './browser-storage.ts'
import { createStore } from './store.ts'

const UNFOLDED = 'unfolded'
const MAX_KEPT = 100
const store = createStore<ReadonlySet<string>>(
  readStored('session', UNFOLDED, (names) => new Set(names as string[]), new Set<string>()),
)

function setUnfolded(name: string, isUnfolded: boolean): void {
  const others = [...store.get()].filter((one) => one !== name)
  const next = (isUnfolded ? [...others, name] : others).slice(-MAX_KEPT)
  storeJson('session', UNFOLDED, next)
  store.set(new Set(next))
}

/** Returns whether `name` is expanded, and a function that changes that. Collapsed unless the viewer expanded it. */
export function useUnfolded(name: string): readonly [boolean, (isUnfolded: boolean) => void] {
  const isUnfolded = useSyncExternalStore(store.subscribe, () => store.get().has(name))
  const set = useCallback((next: boolean) => setUnfolded(name, next), [name])
  return [isUnfolded, set]
}
