// Draws the button of a transition that would be refused at present; it shows the reason and a remedy.
import { useId } from 'react'
import { Button } from '#portal/ui/button.tsx'

interface Props {
  readonly label: string
  readonly barred: string
}

export function BlockedButton({ label, barred }: Props) {
  const id = useId()
  return (
    <span className="eq-barred-step">
      <Button disabled aria-describedby={id}>
        {label}
      </Button>
      <span id={id} className="eq-muted">
        {barred}
      </span>
    </span>
  )
}
