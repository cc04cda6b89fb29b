// Runs a function when the page becomes visible again or wakes up.
import { useEffect, useRef } from 'react'

/** A tab that slept has heard nothing meanwhile, even where its connection looks alive. */
export function usePageResume(act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && latest.current()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pageshow', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pageshow', look)
    }
  }, [])
}
