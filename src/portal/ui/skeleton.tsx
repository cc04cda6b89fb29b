// Draws the grey shapes that reserve a block's space while it loads.
import { memo } from 'react'

interface Props {
  readonly lines?: number
  /** `rows` and `facts` have the height of rows of items, without and with what is said below them. */
  readonly shape?: 'lines' | 'rows' | 'facts' | 'cards' | 'block'
  /** Height of the block shape in pixels. */
  readonly height?: number
}

export const Skeleton = memo(function Skeleton({ lines = 4, shape = 'lines', height }: Props) {
  if (shape === 'block')
    return (
      <div className="eq-skeleton eq-skeleton-block" style={{ height }} role="status" aria-label="正在加载" />
    )
  return (
    <div className={`eq-skeleton eq-skeleton-${shape}`} role="status" aria-label="正在加载">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <span key={index} className="eq-skeleton-row" />
      ))}
    </div>
  )
})
