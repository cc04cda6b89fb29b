// Owns the cell of formatted text, cleaned again before it is drawn.
import { memo, useMemo } from 'react'
import { sanitise } from '../../ui/sanitise.ts'
import type { CellProps } from '../widget-props.ts'

export const RichTextCell = memo(function RichTextCell({ value }: CellProps) {
  const html = useMemo(() => (typeof value === 'string' ? sanitise(value) : ''), [value])
  if (!html) return <>—</>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the shared allow-list in the line above
  return <div className="eq-rich-text" dangerouslySetInnerHTML={{ __html: html }} />
})
