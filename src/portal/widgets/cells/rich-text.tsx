// Owns the cell of formatted text.
import { memo } from 'react'
import { isPublic } from '../picture.tsx'
import { RichText } from '../rich-text.tsx'
import type { CellProps } from '../widget-props.ts'

export const RichTextCell = memo(function RichTextCell({ value, item }: CellProps) {
  return <RichText value={typeof value === 'string' ? value : ''} isPublic={isPublic(item)} />
})
