// Draws the cell of formatted text.
import { memo } from 'react'
import { RichText } from '#portal/widgets/media/rich-text.tsx'
import type { CellProps } from '#portal/widgets/widget-props.ts'

export const RichTextCell = memo(function RichTextCell({ value }: CellProps) {
  return <RichText value={typeof value === 'string' ? value : ''} />
})
