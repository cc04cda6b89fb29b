// Owns a component's subscription to one field, or to the shown errors, of a form.
import { useCallback, useSyncExternalStore } from 'react'
import type { FormStore, Leaf, ShownError } from './form-store.ts'

export function useLeaf(store: FormStore, name: string): Leaf {
  const subscribe = useCallback((listener: () => void) => store.subscribe(name, listener), [store, name])
  return useSyncExternalStore(subscribe, () => store.leaf(name))
}

export function useErrors(store: FormStore): readonly ShownError[] {
  return useSyncExternalStore(store.onErrors, store.errors)
}
