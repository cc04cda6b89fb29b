// Draws the cell of formatted text.
import { memo } from 'react'
import { isPublicPicture } from '#portal/widgets/media/picture.tsx'
import { RichText } from '#portal/widgets/media/rich-text.tsx'
import type { CellProps } from '#portal/widgets/widget-props.ts'

export const RichTextCell = memo(function RichTextCell({ value, item }: CellProps) {
  return <RichText value={typeof value === 'string' ? value : ''} isPublic={isPublicPicture(item)} />
})
