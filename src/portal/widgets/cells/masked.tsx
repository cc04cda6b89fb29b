// Draws the cell of a personal number; the server masks it, and the cell's frame offers to reveal it.
import { toText } from '#portal/ui/format/to-text.ts'
import { withheldFrom } from '#portal/widgets/items/field-value.ts'
import type { CellProps } from '#portal/widgets/widget-props.ts'

/** A mobile or telephone number that this reader sees whole; other numbers, and masked ones, are not dialled. */
const PHONE = /^((\+86)?1\d{10}|0\d{2,3}-?\d{7,8}|400-?\d{3}-?\d{4})$/

export function MaskedCell({ value, item, column }: CellProps) {
  const text = toText(value)
  if (text === '') return <span className="eq-muted">{withheldFrom(item, column.field) || '未填写'}</span>
  return (
    <span className="eq-figure">
      {PHONE.test(text) ? <a href={`tel:${text.replaceAll('-', '')}`}>{text}</a> : text}
    </span>
  )
}
