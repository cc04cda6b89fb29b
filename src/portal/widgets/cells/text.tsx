// Owns the cell of a short text.
import { toText } from '../../ui/to-text.ts'
import type { CellProps } from '../widget-props.ts'

export function TextCell({ value }: CellProps) {
  return <>{toText(value) || '—'}</>
}
