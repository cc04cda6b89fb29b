// Owns the asking, while typing pauses, whether a value is taken already.
import { useEffect } from 'react'
import { post } from '#portal/core/api/client.ts'
import { leaveSoon } from '#portal/core/form-state/deferred-blur.ts'
import type { FormStore } from '#portal/core/form-state/form-store.ts'

const PAUSE = 500

/** A failed call says nothing: the server judges again when the form is handed in. */
export function useUnique(store: FormStore, name: string, value: unknown): void {
  const path = store.form.inputs[name]?.unique?.path
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is asked anew for every value
  useEffect(() => {
    if (!path) return
    const asked = store.sound(name)
    if (asked === undefined || store.isKnownTaken(name, asked)) return
    const taken = `该${store.field(name)?.title ?? ''}已被注册，请更换`
    let isCurrent = true
    const timer = setTimeout(() => {
      post<{ readonly taken?: boolean }>(path, { [name]: asked }, {}, { quiet: true }).then(
        (answer) => {
          if (answer?.taken) leaveSoon(() => isCurrent && store.markTaken(name, asked, taken))
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
