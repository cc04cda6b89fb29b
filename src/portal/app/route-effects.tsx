// Runs the effects of a change of page: progress bar, messages, focus on the heading, scroll position.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { type Location, useLocation, useNavigationType } from 'react-router-dom'
import { startProgress, useProgress } from '#portal/core/routing/progress.ts'
import { readStored, storeJson } from '#portal/core/state/browser-storage.ts'
import { dismissEarlier } from '#portal/core/state/toast.ts'

/** Filters, tabs, sort and page numbers stay on the same page. */
export function pageIdentity({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const id = new URLSearchParams(search).get('id')
  return id === null ? pathname : `${pathname}?id=${id}`
}

/** Parts of a page that have a heading of their own. */
const PARTS = 'article, section, li, dialog, [role=dialog], main'
const HEADINGS = 'h1, h2, h3'
const DIALOGS = 'dialog, [role=dialog]'

type Trail = readonly HTMLElement[]

/** The element and all around it, inside out. */
function trailOf(element: HTMLElement): Trail {
  return element.parentElement ? [element, ...trailOf(element.parentElement)] : [element]
}

const isThere = (element: HTMLElement): boolean =>
  element.isConnected && (element.checkVisibility?.() ?? true)

/** A part that takes the focus itself, such as the bar of the ticked rows, else the heading of the nearest part. */
function homeOf(trail: Trail): HTMLElement | undefined {
  for (const part of trail) {
    if (!isThere(part)) continue
    if (part.tabIndex === -1 && part.hasAttribute('tabindex') && part.id !== 'main') return part
    const heading = part.matches(PARTS)
      ? [...part.querySelectorAll<HTMLElement>(HEADINGS)].find(isThere)
      : undefined
    if (heading) return heading
  }
  return undefined
}

function give(element: HTMLElement): void {
  if (!element.matches('a[href], button, input, select, textarea, [tabindex]')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/** Returns a function that ends it. Does nothing if the user moves the focus or presses elsewhere. */
export function keepFocus(): () => void {
  let trail: Trail = []
  /** The path of the focus before it went into a dialog. */
  let outside: Trail = []
  let wasDisabled = false

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    trail = trailOf(target)
    wasDisabled = false
    if (!target.closest(DIALOGS)) outside = trail
  }
  const forget = ({ target }: PointerEvent) => {
    if (target instanceof Node && trail[0]?.contains(target)) return
    trail = []
  }
  const look = () => {
    const [last] = trail
    const { activeElement, body } = document
    if (!last || (activeElement !== body && activeElement !== null)) return
    if (isThere(last)) {
      // A button that is busy loses the focus, and takes it back once it may be pressed again.
      if (last.matches(':disabled')) wasDisabled = true
      else if (wasDisabled) give(last)
      return
    }
    // After a dialog, the element that opened it. It may go, or be free again, a moment later.
    const dialog = last.closest<HTMLElement>(DIALOGS)
    const [opener] = outside
    if (dialog && !isThere(dialog) && opener && isThere(opener)) {
      trail = outside
      wasDisabled = opener.matches(':disabled')
      return give(opener)
    }
    const home = homeOf(trail) ?? homeOf(outside) ?? document.getElementById('main')
    if (home) give(home)
  }

  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'open'] })
  document.addEventListener('focusin', remember)
  document.addEventListener('pointerdown', forget, true)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('pointerdown', forget, true)
  }
}

const SCROLLS = 'scroll'
const MAX_STORED = 60
const WAIT = 3_000

const scrolls = readStored(
  'session',
  SCROLLS,
  (stored) => new Map(stored as [string, number][]),
  new Map<string, number>(),
)

const save = (): boolean => storeJson('session', SCROLLS, [...scrolls].slice(-MAX_STORED))

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

/** Saves the scroll position of every entry of the history, and restores it on back, forward and reload. */
function useScrollMemory(): void {
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
