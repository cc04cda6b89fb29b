// Runs the effects of a change of page: progress bar, messages, focus on the heading, scroll position.
import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { focusHeading } from '#portal/core/routing/focus-heading.ts'
import { keepFocus } from '#portal/core/routing/keep-focus.ts'
import { pageIdentity } from '#portal/core/routing/page-identity.ts'
import { startProgress, useProgress } from '#portal/core/routing/progress.ts'
import { useScrollMemory } from '#portal/core/routing/use-scroll-memory.ts'
import { dismissEarlier } from '#portal/core/state/toast.ts'

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
