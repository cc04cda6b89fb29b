// Draws a personal number; the server masks it, and the cell's frame offers to show the whole of it.
import { toText } from '../../ui/to-text.ts'
import { withheldFrom } from '../readers-of.ts'
import type { CellProps } from '../widget-props.ts'

/** A mobile number that this reader sees whole; other numbers are not dialled. */
const MOBILE = /^(\+86)?1\d{10}$/

export function MaskedCell({ value, item, column }: CellProps) {
  const text = toText(value)
  if (text === '') return <span className="eq-muted">{withheldFrom(item, column.field) || '未填写'}</span>
  return <span className="eq-figure">{MOBILE.test(text) ? <a href={`tel:${text}`}>{text}</a> : text}</span>
}
