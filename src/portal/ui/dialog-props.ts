// Declares the props of a dialog, shared by all its implementations.
import type { ReactNode } from 'react'

export interface DialogProps {
  readonly open: boolean
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
}
