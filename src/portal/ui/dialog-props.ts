// Owns what a dialog is given, whoever draws it.
import type { ReactNode } from 'react'

export interface DialogProps {
  readonly open: boolean
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
}
