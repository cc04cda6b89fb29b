// Draws the button that prints the page.

import type { ActionProps } from '#portal/features/actions/action-props.ts'
import { printPage } from '#portal/ui/browser/print-page.ts'
import { Button } from '#portal/ui/button.tsx'

export function PrintAction({ action: { label, icon = 'print' } }: ActionProps) {
  return (
    <Button icon={icon} onClick={() => void printPage()}>
      {label}
    </Button>
  )
}
