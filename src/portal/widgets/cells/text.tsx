// Owns the cell of a short text.
import { toText } from '../../ui/to-text.ts'
import { optionsOf } from '../options-of.ts'
import type { CellProps } from '../widget-props.ts'

export function TextCell({ value, column }: CellProps) {
  const text = toText(value) || '—'
  const { line } = optionsOf<'cells/text'>(column)
  return line ? <span className="eq-line">{text}</span> : text
}
