// Asks before unsaved input is left: by a link, by 返回, by the browser's back button, by closing.
import { useEffect, useRef, useState } from 'react'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { isUnsavedInputDiscarded } from '#portal/core/session/unsaved-input.ts'
import { LOGIN } from '#portal/core/site.ts'

export interface LeaveGuard {
  /** True while the user is being asked. */
  readonly isAsking: boolean
  stay(): void
  leave(): void
}

/** `mustAsk` is read at the moment of leaving; moves within the page are not asked about. */
export function useLeaveGuard(mustAsk: () => boolean): LeaveGuard {
  const [proceed, setProceed] = useState<(() => void) | null>(null)
  const ask = useRef(mustAsk)
  const isLeaving = useRef(false)
  useEffect(() => {
    ask.current = mustAsk
  })
  useEffect(() => {
    isLeaving.current = false
    const here = appHistory.position().location.pathname
    // A lost session must lead to signing in without being asked.
    const unblock = appHistory.block((pathname, next) => {
      if (isLeaving.current || pathname === here || pathname === LOGIN || !ask.current()) return false
      setProceed(() => next)
      return true
    })
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current && !isUnsavedInputDiscarded() && ask.current()) event.preventDefault()
    }
    addEventListener('beforeunload', onUnload)
    return () => {
      unblock()
      removeEventListener('beforeunload', onUnload)
    }
  }, [])
  return {
    isAsking: proceed !== null,
    stay: () => setProceed(null),
    leave() {
      isLeaving.current = true
      setProceed(null)
      proceed?.()
    },
  }
}
