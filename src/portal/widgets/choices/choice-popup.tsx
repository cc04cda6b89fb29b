// Draws a button that shows the current choice and opens a panel beside it to choose in.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { Icon } from '#portal/ui/icon.tsx'

/** Opens and closes a panel beside its button: Escape, a press elsewhere and leaving it close it. */
function usePopup() {
  const [open, setOpen] = useState(false)
  /** The element that contains the button and the panel. */
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  /** Closes it with the focus back on the button. */
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: closing is the same every time
  useEffect(() => {
    if (!open) return
    const isInside = ({ target }: Event) => target instanceof Node && box.current?.contains(target)
    const leave = (event: Event) => {
      if (!isInside(event)) setOpen(false)
    }
    const press = (event: KeyboardEvent) => {
      if (pressedKey(event) === 'Escape') close()
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
  return { open, setOpen, box, button, close }
}

interface Props {
  readonly className: string
  readonly label: string
  /** The current choice, in words. */
  readonly text: string
  readonly isActive?: boolean
  /** Draws the panel under the id that the button controls. */
  readonly children: (id: string, close: () => void) => ReactNode
}

export function ChoicePopup({ className, label, text, isActive, children }: Props) {
  const { open, setOpen, box, button, close } = usePopup()
  const panel = useId()
  return (
    <div className={className} ref={box}>
      <button
        ref={button}
        type="button"
        className="eq-select"
        data-active={isActive || undefined}
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        aria-label={`${label}：${text}`}
        onClick={() => setOpen(!open)}
      >
        <span>{text}</span>
        <Icon name="down" />
      </button>
      {open ? children(panel, close) : null}
    </div>
  )
}
