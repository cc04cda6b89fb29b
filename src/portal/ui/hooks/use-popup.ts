// Opens and closes a panel beside its button: Escape, a press elsewhere and leaving it close it.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { pressedKey } from './pressed-key.ts'

interface Popup {
  readonly open: boolean
  readonly setOpen: (open: boolean) => void
  /** The element that contains the button and the panel. */
  readonly box: RefObject<HTMLDivElement | null>
  readonly button: RefObject<HTMLButtonElement | null>
  /** Closes it with the focus back on the button. */
  readonly close: () => void
}

export function usePopup(): Popup {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    const isInside = ({ target }: Event) => target instanceof Node && box.current?.contains(target)
    const leave = (event: Event) => {
      if (!isInside(event)) setOpen(false)
    }
    const press = (event: KeyboardEvent) => {
      if (pressedKey(event) !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', press)
    }
  }, [open])
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return { open, setOpen, box, button, close }
}
