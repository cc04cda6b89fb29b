// Moves the keyboard focus to the heading of the surrounding part when the element that has it is removed.

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
