// Subscribes a component to one path, or to the visible errors, of a form.
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { isNeeded, readsOf, rulesOf } from '#shared/validation/form-rules.ts'
import type { FormStore } from './form-store.ts'
import type { Leaf, VisibleError } from './leaf.ts'

export function useLeaf(store: FormStore, key: string): Leaf {
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key])
  return useSyncExternalStore(subscribe, () => store.leaf(key))
}

/** Returns whether the path is hidden; draws again only when that changes. */
export function useIsHidden(store: FormStore, key: string): boolean {
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key])
  return useSyncExternalStore(subscribe, () => key !== '' && store.isHidden(key))
}

/** Returns the error of the path; draws again only when that changes. */
export function useErrorAt(store: FormStore, key: string): string | undefined {
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key])
  return useSyncExternalStore(subscribe, () => (key === '' ? undefined : store.leaf(key).error))
}

/** Returns whether other answers make the path required; draws again only when that changes. */
export function useIsNeeded(store: FormStore, key: string): boolean {
  const rules = useMemo(
    () => rulesOf(store.form.schema).filter(({ kind, field }) => kind === 'needed' && field === key),
    [store, key],
  )
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = rules.flatMap(readsOf).map((name) => store.subscribe(name, listener))
      return () => {
        for (const end of ends) end()
      }
    },
    [store, rules],
  )
  return useSyncExternalStore(subscribe, () => rules.length > 0 && isNeeded(rules, store.body(), key))
}

export function useErrors(store: FormStore): readonly VisibleError[] {
  return useSyncExternalStore(store.onErrors, store.errors)
}
