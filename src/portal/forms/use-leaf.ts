// Owns a component's subscription to one place, or to the shown errors, of a form.
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { FormStore, Leaf, ShownError } from './form-store.ts'

export function useLeaf(store: FormStore, key: string): Leaf {
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key])
  return useSyncExternalStore(subscribe, () => store.leaf(key))
}

/** Whether the place applies; drawn again only when that changes. */
export function useIsHidden(store: FormStore, key: string): boolean {
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key])
  return useSyncExternalStore(subscribe, () => key !== '' && store.isHidden(key))
}

/** What is wrong with the place; drawn again only when that changes. */
export function useErrorAt(store: FormStore, key: string): string | undefined {
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key])
  return useSyncExternalStore(subscribe, () => (key === '' ? undefined : store.leaf(key).error))
}

/** Whether other answers make the place one that must be answered; drawn again only when that changes. */
export function useIsNeeded(store: FormStore, key: string): boolean {
  const names = useMemo(() => store.neededBy(key), [store, key])
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = names.map((name) => store.subscribe(name, listener))
      return () => {
        for (const end of ends) end()
      }
    },
    [store, names],
  )
  return useSyncExternalStore(subscribe, () => names.length > 0 && store.isNeeded(key))
}

export function useErrors(store: FormStore): readonly ShownError[] {
  return useSyncExternalStore(store.onErrors, store.errors)
}
