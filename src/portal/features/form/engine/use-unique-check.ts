// Asks the server whether a value is occupied already, while typing pauses.
import { useEffect } from 'react'
import { post } from '#portal/core/api/client.ts'
import { deferBlur } from '#portal/core/form-state/deferred-blur.ts'
import type { FormStore } from '#portal/core/form-state/form-store.ts'

const PAUSE = 500

/** A failed call shows nothing: the server validates again on submission. */
export function useUniqueCheck(store: FormStore, name: string, value: unknown): void {
  const path = store.form.inputs[name]?.unique?.path
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is asked anew for every value
  useEffect(() => {
    if (!path) return
    const queriedValue = store.validValue(name)
    if (queriedValue === undefined || store.isKnownTaken(name, queriedValue)) return
    const taken = `该${store.field(name)?.title ?? ''}已被注册，请更换`
    let isCurrent = true
    const timer = setTimeout(() => {
      post<{ readonly taken?: boolean }>(path, { [name]: queriedValue }, {}, { quiet: true }).then(
        (answer) => {
          if (answer?.taken) deferBlur(() => isCurrent && store.markTaken(name, queriedValue, taken))
        },
        () => undefined,
      )
    }, PAUSE)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [store, name, path, value])
}
