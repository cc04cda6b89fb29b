// Owns the asking before unsaved input is left: by a link, by 返回, by the browser's back button, by closing.
import { useContext, useEffect, useRef, useState } from 'react'
import { createPath, parsePath, type To, UNSAFE_NavigationContext } from 'react-router-dom'

/** A lost session must lead to signing in, and redirects are not the person's doing. */
const OPEN = /^\/login(\?|$)/

type Go = () => void

function indexOf(state: unknown): number | null {
  const index = (state as { idx?: unknown } | null)?.idx
  return typeof index === 'number' ? index : null
}

export interface LeaveGuard {
  /** Whether the person is being asked now. */
  readonly isAsking: boolean
  stay(): void
  leave(): void
}

/** `mustAsk` is read at the moment of leaving. The hash router offers no blocker, so its navigator is wrapped. */
export function useLeaveGuard(mustAsk: () => boolean): LeaveGuard {
  const { navigator } = useContext(UNSAFE_NavigationContext)
  const [pending, setPending] = useState<Go | null>(null)
  const ask = useRef(mustAsk)
  ask.current = mustAsk

  useEffect(() => {
    const wrapped = navigator as { push: typeof navigator.push; go: typeof navigator.go } // the router's own object
    const { push, go } = wrapped
    const here = location.hash.replace(/^#/, '')
    let index = indexOf(history.state)
    let isOurs = false
    const isSamePage = (path: string) => path.split('?')[0] === here.split('?')[0]
    const hold = (action: Go) => setPending(() => action)

    wrapped.push = (to: To, state?: unknown, options?: Parameters<typeof push>[2]) => {
      const path = createPath(typeof to === 'string' ? parsePath(to) : to)
      if (ask.current() && !OPEN.test(path) && !isSamePage(path)) hold(() => push(to, state, options))
      else {
        push(to, state, options)
        index = indexOf(history.state)
      }
    }
    wrapped.go = (steps) => {
      if (ask.current()) hold(() => leaveBy(steps))
      else go(steps)
    }
    const leaveBy = (steps: number) => {
      ask.current = () => false
      go(steps)
    }
    /** Before the router hears of it: the address is put back, then the person asked. */
    const onPop = (event: PopStateEvent) => {
      if (isOurs) {
        isOurs = false
        event.stopImmediatePropagation()
        return
      }
      const path = location.hash.replace(/^#/, '')
      if (!ask.current() || OPEN.test(path) || isSamePage(path)) return
      event.stopImmediatePropagation()
      const to = indexOf(event.state)
      const steps = to === null || index === null ? 1 : to - index
      isOurs = true
      history.go(-steps)
      hold(() => leaveBy(steps))
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (ask.current()) event.preventDefault()
    }
    addEventListener('popstate', onPop, true)
    addEventListener('beforeunload', onUnload)
    return () => {
      wrapped.push = push
      wrapped.go = go
      removeEventListener('popstate', onPop, true)
      removeEventListener('beforeunload', onUnload)
    }
  }, [navigator])

  return {
    isAsking: pending !== null,
    stay: () => setPending(null),
    leave() {
      ask.current = () => false
      setPending(null)
      pending?.()
    },
  }
}
