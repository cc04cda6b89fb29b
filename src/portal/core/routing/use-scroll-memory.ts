// Saves the scroll position of every entry of the history, and restores it on back, forward and reload.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { toStorageKey } from '#portal/core/site.ts'
import { pageIdentity } from './page-identity.ts'

const KEY = toStorageKey('scroll')
const MAX_STORED = 60
const WAIT = 3_000

function load(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, number][])
  } catch {
    return new Map()
  }
}

const scrolls = load()

function save(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...scrolls].slice(-MAX_STORED)))
  } catch {
    // A full or forbidden storage costs no more than the scroll position.
  }
}

/** The page may still be growing: tries again until its height allows it, or the visitor scrolls. */
function restore(top: number): () => void {
  window.scrollTo(0, top)
  if (top === 0 || Math.abs(window.scrollY - top) < 2) return () => undefined
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, top)
    if (Math.abs(window.scrollY - top) < 2) stop()
  })
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const type of ['wheel', 'touchmove', 'keydown']) window.removeEventListener(type, stop)
  }
  const timer = setTimeout(stop, WAIT)
  observer.observe(document.body)
  for (const type of ['wheel', 'touchmove', 'keydown']) window.addEventListener(type, stop, { passive: true })
  return stop
}

export function useScrollMemory(): void {
  const location = useLocation()
  const type = useNavigationType()
  const { key } = location
  const identity = pageIdentity(location)
  const shown = useRef<string | null>(null)
  useEffect(() => {
    history.scrollRestoration = 'manual'
    window.addEventListener('pagehide', save)
    return () => window.removeEventListener('pagehide', save)
  }, [])
  useEffect(() => {
    const remember = () => {
      scrolls.delete(key)
      scrolls.set(key, window.scrollY)
    }
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])
  useLayoutEffect(() => {
    const isNew = shown.current !== identity
    shown.current = identity
    if (type === 'POP') return restore(scrolls.get(key) ?? 0)
    if (isNew) window.scrollTo(0, 0)
  }, [key, type, identity])
}
