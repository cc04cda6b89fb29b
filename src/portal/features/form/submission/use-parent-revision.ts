// Owns which revision of the item above whoever fills in a form has read, for what decides about it.
import { useMemo, useRef } from 'react'
import { revalidateAll } from '#portal/core/api/use-read.ts'

export interface ParentRevision {
  show(item: { readonly revision?: unknown }): void
  /** To be handed in with the answers; nothing where nothing was shown. */
  seen(): { readonly revision?: number }
  /** It has been written over since: what is shown then is what is decided about. */
  renew(): void
}

/** What was shown first is what was read: a newer one that comes meanwhile has not been. */
export function useParentRevision(): ParentRevision {
  const first = useRef<number | undefined>(undefined)
  const last = useRef<number | undefined>(undefined)
  return useMemo(
    () => ({
      show({ revision }) {
        if (typeof revision !== 'number') return
        first.current ??= revision
        last.current = revision
      },
      seen: () => (first.current === undefined ? {} : { revision: first.current }),
      renew() {
        first.current = first.current === last.current ? undefined : last.current
        revalidateAll()
      },
    }),
    [],
  )
}
