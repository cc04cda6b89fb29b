// Draws a button that shows the current choice and opens a panel beside it to choose in.
import { type ReactNode, useId } from 'react'
import { usePopup } from '#portal/ui/hooks/use-popup.ts'
import { Icon } from '#portal/ui/icon.tsx'

interface Props {
  readonly className: string
  readonly label: string
  /** The current choice, in words. */
  readonly text: string
  /** Draws the panel under the id that the button controls. */
  readonly children: (id: string, close: () => void) => ReactNode
}

export function ChoicePopup({ className, label, text, children }: Props) {
  const { open, setOpen, box, button, close } = usePopup()
  const panel = useId()
  return (
    <div className={className} ref={box}>
      <button
        ref={button}
        type="button"
        className="eq-select"
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
