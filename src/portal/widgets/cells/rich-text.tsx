// Owns the cell of formatted text.
import { memo } from 'react'
import { RichText } from '../rich-text.tsx'
import type { CellProps } from '../widget-props.ts'

export const RichTextCell = memo(function RichTextCell({ value }: CellProps) {
  return <RichText value={typeof value === 'string' ? value : ''} />
})
