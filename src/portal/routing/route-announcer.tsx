// Owns what happens around a change of route: progress bar, focus on the heading, scroll position.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { recordPath } from './history.ts'

/** NAV-11, milliseconds. */
export const PROGRESS_SPEED = 500
const scrolls = new Map<string, number>()

export function RouteAnnouncer() {
  const { pathname, key } = useLocation()
  const type = useNavigationType()
  const first = useRef(true)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const remember = () => scrolls.set(key, window.scrollY)
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [key])
  useLayoutEffect(() => {
    if (type !== 'POP') window.scrollTo(0, 0)
    else restoreScroll(scrolls.get(key) ?? 0)
  }, [key, type])
  useEffect(() => {
    recordPath(pathname)
    if (first.current) {
      first.current = false
      return
    }
    setBusy(true)
    const timer = setTimeout(() => setBusy(false), PROGRESS_SPEED)
    focusHeading()
    return () => clearTimeout(timer)
  }, [pathname])
  return busy ? <div className="eq-progress" role="progressbar" aria-label="页面加载中" /> : null
}

/** The page may still be loading: wait for its height, at most a second. */
function restoreScroll(top: number, tries = 20): void {
  window.scrollTo(0, top)
  if (window.scrollY < top && tries > 0) setTimeout(() => restoreScroll(top, tries - 1), 50)
}

function focusHeading(tries = 20): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) {
    if (tries > 0) setTimeout(() => focusHeading(tries - 1), 50)
    return
  }
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
