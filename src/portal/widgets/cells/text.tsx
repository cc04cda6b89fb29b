// Draws the cell of a short text.
import { toText } from '#portal/ui/format/to-text.ts'
import { withheldFrom } from '#portal/widgets/items/field-value.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { CellProps } from '#portal/widgets/widget-props.ts'

/** Such as the number of a model, which is not to be broken at its hyphen. */
const CODE = /^[\w./+-]{1,16}$/
/** One number that can be dialled: neither a masked one nor one with words beside it. */
const PHONE = /^\+?\d[\d -]{5,18}\d$/

export function TextCell({ value, item, column }: CellProps) {
  // A person whose name is withheld is shown by their number alone.
  const text = toText((column.field.names && item[`${column.field.name}Title`]) ?? value)
  const readers = withheldFrom(item, column.field)
  if (text === '') return readers ? <span className="eq-muted">{readers}</span> : '—'
  const { line, call } = optionsOf<'cells/text'>(column)
  if (call && PHONE.test(text))
    return (
      <a className="eq-figure" href={`tel:${text.replaceAll(/[^\d+]/g, '')}`}>
        {text}
      </a>
    )
  if (line) return <span className="eq-line">{text}</span>
  return CODE.test(text) ? <span className="eq-code">{text}</span> : text
}
