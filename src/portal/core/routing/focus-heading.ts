// Moves the focus to the heading of a page that was just opened.

const WAIT = 4_000

/**
 * Waits for the heading of a page that still loads, and follows when the heading of the loading state
 * gives way to the page's own. A visitor who moves the focus meanwhile keeps it.
 */
export function focusHeading(): () => void {
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
  const timer = setTimeout(() => stop(), WAIT)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  follow()
  return stop
}
