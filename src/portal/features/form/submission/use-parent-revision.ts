// Tracks which revision of the parent the user of a form has read, for answers that decide about the parent.
import { useMemo, useRef } from 'react'
import { revalidateAll } from '#portal/core/api/use-read.ts'

export interface ParentRevision {
  show(item: { readonly revision?: unknown }): void
  /** Returns the revision to submit with the answers; nothing if no parent was shown. */
  seen(): { readonly revision?: number }
  /** It has been written over since: what is shown then is what is decided about. */
  renew(): void
}

/** The revision that was shown first counts as read; a newer one that arrives meanwhile does not. */
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
