// Draws a personal number; the server masks it, and the cell's frame offers to show the whole of it.
import { toText } from '../../ui/to-text.ts'
import { withheldFrom } from '../readers-of.ts'
import type { CellProps } from '../widget-props.ts'

export function MaskedCell({ value, item, column }: CellProps) {
  const text = toText(value)
  if (text === '') return <span className="eq-muted">{withheldFrom(item, column.field) || '未填写'}</span>
  return <span className="eq-figure">{text}</span>
}
