// Controls the open drawer of narrow screens: Escape, a tap outside, scroll lock of the page behind, focus trap.
import { type RefObject, useEffect } from 'react'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'

/** As in the style sheet: wider screens show the navigation as a row, which is no drawer. */
const NARROW = '(max-width: 768px)'
const REACHABLE = 'a[href], button:not([disabled])'
const CONTROLS = 'a[href], button, input, select, textarea'

function isNarrow(): boolean {
  return typeof matchMedia === 'function' && matchMedia(NARROW).matches
}

interface Drawer {
  /** The button that opens and closes it. */
  readonly opener: RefObject<HTMLElement | null>
  readonly panel: () => HTMLElement | null
  readonly onClose: () => void
}

export function useDrawer(isOpen: boolean, { opener, panel, onClose }: Drawer): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what to do is read as it is when the drawer opens
  useEffect(() => {
    if (!isOpen || !isNarrow()) return
    const stops = () => {
      const inside = [...(panel()?.querySelectorAll<HTMLElement>(REACHABLE) ?? [])]
      return [opener.current, ...inside.filter((stop) => stop.offsetParent !== null)].filter(
        (stop): stop is HTMLElement => stop !== null,
      )
    }
    const onKey = (event: KeyboardEvent) => {
      const key = pressedKey(event)
      if (key === 'Escape') {
        onClose()
        opener.current?.focus()
      } else if (key === 'Tab') keepInside(event, stops())
    }
    const onPointer = ({ target }: PointerEvent) => {
      if (!(target instanceof Node)) return
      if (panel()?.contains(target) || opener.current?.contains(target)) return
      onClose()
      // If the tap itself reaches no control, the focus returns to the opener.
      const goBack = () => {
        if (!document.activeElement?.matches(CONTROLS)) opener.current?.focus()
      }
      document.addEventListener('click', () => setTimeout(goBack), { once: true })
    }
    document.documentElement.classList.add('eq-still')
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      document.documentElement.classList.remove('eq-still')
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPointer)
    }
  }, [isOpen])
}

function keepInside(event: KeyboardEvent, stops: readonly HTMLElement[]): void {
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const next = at === -1 ? 0 : (at + (event.shiftKey ? -1 : 1) + stops.length) % stops.length
  event.preventDefault()
  stops[next]?.focus()
}
