// Owns a component's subscription to one place, or to the shown errors, of a form.
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { isNeeded, readsOf, rulesOf } from '#shared/validation/form-rules.ts'
import type { FormStore, Leaf, VisibleError } from './form-store.ts'

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
