// Runs the effects of a change of page: progress bar, messages, focus on the heading, scroll position.
import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { keepFocus } from '#portal/core/routing/keep-focus.ts'
import { pageIdentity } from '#portal/core/routing/page-identity.ts'
import { startProgress, useProgress } from '#portal/core/routing/progress.ts'
import { useScrollMemory } from '#portal/core/routing/use-scroll-memory.ts'
import { dismissEarlier } from '#portal/core/state/toast.ts'

const MAX_HEADING_WAIT_MS = 4_000

export function RouteEffects() {
  const identity = pageIdentity(useLocation())
  const move = useNavigationType()
  const lastMove = useRef(move)
  const first = useRef(identity)
  const isTouched = useTouched()
  const progress = useProgress()
  useScrollMemory()
  useEffect(keepFocus, [])
  // Another kind of move alone changes no page.
  useEffect(() => {
    lastMove.current = move
  }, [move])
  useEffect(() => {
    if (first.current === identity) return
    // After a redirect, the page still counts as the first one of a user who has touched nothing yet.
    if (first.current !== '' && lastMove.current === 'REPLACE' && !isTouched.current) {
      first.current = identity
      return
    }
    first.current = ''
    startProgress()
    dismissEarlier()
    return focusHeading()
  }, [identity, isTouched])
  if (progress === 'idle') return null
  return <div className="eq-progress" data-progress={progress} aria-hidden="true" />
}

/** Returns a ref that is true once anything was pressed since the portal was opened. */
function useTouched(): { readonly current: boolean } {
  const isTouched = useRef(false)
  useEffect(() => {
    const touch = () => {
      isTouched.current = true
    }
    const signs = ['pointerdown', 'keydown'] as const
    for (const sign of signs) window.addEventListener(sign, touch, { capture: true, once: true })
    return () => {
      for (const sign of signs) window.removeEventListener(sign, touch, { capture: true })
    }
  }, [])
  return isTouched
}

/**
 * Waits for the heading of a page that still loads, and follows when the heading of the loading state
 * gives way to the page's own. A visitor who moves the focus meanwhile keeps it.
 */
function focusHeading(): () => void {
  const before = document.activeElement
  let heading: HTMLElement | null = null
  const isOurs = () => [before, heading, document.body, null].includes(document.activeElement)
  const follow = () => {
    if (!isOurs()) return stop()
    const found = document.querySelector<HTMLElement>('main h1')
    if (!found || found === heading) return
    heading = found
    found.tabIndex = -1
    found.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(follow)
  const timer = setTimeout(() => stop(), MAX_HEADING_WAIT_MS)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  follow()
  return stop
}
