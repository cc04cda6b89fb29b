// Owns the button that prints the page.
import { Button } from '../../ui/button.tsx'
import type { ActionProps } from '../action-props.ts'

export function PrintAction({ action: { label, icon = 'print' } }: ActionProps) {
  return (
    <Button icon={icon} onClick={() => window.print()}>
      {label}
    </Button>
  )
}
