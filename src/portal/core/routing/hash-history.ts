// Implements the browser's history behind the hash for react-router, with what its own histories lack: origins of entries
// (NAV-06), and a blocker that holds without the router that loads data.
import {
  createPath,
  type Location,
  NavigationType,
  type Navigator,
  parsePath,
  type To,
} from 'react-router-dom'

interface Entry {
  readonly idx: number
  readonly key: string
  readonly usr: unknown
  /** Path of the page before; kept with the entry, so that reload and back still know it (NAV-06). */
  readonly from: string | null
}

export interface HistoryPosition {
  readonly action: NavigationType
  readonly location: Location
}

/** Receives the target of a move and a function that repeats the move; returns true to block the move. */
export type Blocker = (pathname: string, proceed: () => void) => boolean

export interface HashHistory extends Navigator {
  readonly position: () => HistoryPosition
  readonly arrivedFrom: () => string | null
  /** Returns true if the history has an earlier entry of the portal. */
  readonly canGoBack: () => boolean
  /** Goes to an address; the address that is open already gets no second entry. */
  open(to: string): void
  subscribe(listener: () => void): () => void
  block(blocker: Blocker): () => void
}

const newKey = () => Math.random().toString(36).slice(2, 10)

function readAddress(): { pathname: string; search: string; hash: string } {
  const { pathname = '/', search = '', hash = '' } = parsePath(window.location.hash.slice(1))
  return { pathname: pathname.startsWith('/') ? pathname : `/${pathname}`, search, hash }
}

function toEntry(state: unknown): Entry | null {
  const entry = state as Entry | null
  return entry !== null && typeof entry === 'object' && typeof entry.idx === 'number' ? entry : null
}

export function createHashHistory(): HashHistory {
  const { history } = window
  let entry: Entry = toEntry(history.state) ?? { idx: 0, key: 'default', usr: null, from: null }
  let position: HistoryPosition = { action: NavigationType.Pop, location: toLocation() }
  let blocker: Blocker | null = null
  let ignored = 0
  const listeners = new Set<() => void>()
  history.replaceState(entry, '')

  function toLocation(): Location {
    return { ...readAddress(), state: entry.usr, key: entry.key }
  }

  function settle(action: NavigationType): void {
    position = { action, location: toLocation() }
    for (const listener of listeners) listener()
  }

  const href = (to: To): string => `#${typeof to === 'string' ? to : createPath(to)}`
  const pathOf = (to: To): string =>
    (typeof to === 'string' ? parsePath(to) : to).pathname ?? position.location.pathname

  function push(to: To, state?: unknown): void {
    if (blocker?.(pathOf(to), () => push(to, state))) return
    entry = { idx: entry.idx + 1, key: newKey(), usr: state ?? null, from: position.location.pathname }
    history.pushState(entry, '', href(to))
    settle(NavigationType.Push)
  }

  function replace(to: To, state?: unknown): void {
    if (blocker?.(pathOf(to), () => replace(to, state))) return
    entry = { ...entry, key: newKey(), usr: state ?? null }
    history.replaceState(entry, '', href(to))
    settle(NavigationType.Replace)
  }

  function onPop(): void {
    if (ignored > 0) {
      ignored -= 1
      return
    }
    // An address typed by hand carries no state: it is a new entry after this one.
    const reached = toEntry(history.state)
    const delta = reached ? reached.idx - entry.idx : 1
    if (delta !== 0 && blocker?.(readAddress().pathname, () => history.go(delta))) {
      ignored += 1
      history.go(-delta)
      return
    }
    entry = reached ?? { idx: entry.idx + 1, key: newKey(), usr: null, from: position.location.pathname }
    if (!reached) history.replaceState(entry, '')
    settle(reached ? NavigationType.Pop : NavigationType.Push)
  }

  window.addEventListener('popstate', onPop)
  return {
    position: () => position,
    arrivedFrom: () => entry.from,
    canGoBack: () => entry.idx > 0,
    createHref: href,
    go: (delta) => history.go(delta),
    push,
    replace,
    open: (to) => (to === createPath(position.location) ? replace(to) : push(to)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    block(next) {
      blocker = next
      return () => {
        if (blocker === next) blocker = null
      }
    },
  }
}

/** The one history of the portal. */
export const appHistory: HashHistory = createHashHistory()
