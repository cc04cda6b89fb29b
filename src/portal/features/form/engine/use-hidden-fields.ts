// Draws the frame of a form again when fields appear or disappear, and at no other time.
import { useCallback, useSyncExternalStore } from 'react'
import type { FormStore } from '#portal/core/form-state/form-store.ts'

/** A text that changes exactly when the set of hidden fields does. */
export function useHidden(store: FormStore): string {
  const names = Object.keys(store.form.conditions)
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = Object.keys(store.form.conditions).map((name) => store.subscribe(name, listener))
      return () => {
        for (const end of ends) end()
      }
    },
    [store],
  )
  return useSyncExternalStore(subscribe, () => names.filter(store.isHidden).join(' '))
}
