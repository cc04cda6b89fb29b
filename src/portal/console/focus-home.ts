// Owns where the focus goes after a dialog whose opener is gone: to the part of the page that it stood in.
import { useLayoutEffect } from 'react'

/** Milliseconds: a list that is read anew takes its buttons away a moment after the dialog. */
const WATCHED = 4_000

export function useFocusHome(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const home = document.activeElement?.closest<HTMLElement>('[tabindex="-1"]')
    return () => keepFocus(home)
  }, [isOpen])
}

/** Who moves the focus elsewhere meanwhile is left alone; only a lost focus, at the page itself, is brought home. */
function keepFocus(home: HTMLElement | null | undefined): void {
  const bring = () => {
    const { activeElement, body } = document
    if (activeElement !== body && activeElement !== null) return
    const to = home?.isConnected ? home : document.getElementById('main')
    to?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(bring)
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), WATCHED)
}
