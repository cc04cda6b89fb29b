// Owns the button that prints the page.
import { Button } from '../../ui/button.tsx'
import { printPage } from '../../ui/print-page.ts'
import type { ActionProps } from '../action-props.ts'

export function PrintAction({ action: { label, icon = 'print' } }: ActionProps) {
  return (
    <Button icon={icon} onClick={() => void printPage()}>
      {label}
    </Button>
  )
}
