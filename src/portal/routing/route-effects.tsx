// Owns what happens around a change of page: progress bar, messages, focus on the heading, scroll position.
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { dismissEarlier } from '../ui/toast.tsx'
import { focusHeading } from './focus-heading.ts'
import { pageIdentity } from './page-identity.ts'
import { startProgress, useProgress } from './progress.ts'
import { useScrollMemory } from './use-scroll-memory.ts'

export function RouteEffects() {
  const identity = pageIdentity(useLocation())
  const first = useRef(identity)
  const progress = useProgress()
  useScrollMemory()
  useEffect(() => {
    if (first.current === identity) return
    first.current = ''
    startProgress()
    dismissEarlier()
    return focusHeading()
  }, [identity])
  if (progress === 'idle') return null
  return <div className="eq-progress" data-progress={progress} aria-hidden="true" />
}
