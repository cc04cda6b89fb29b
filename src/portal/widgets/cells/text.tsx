// Owns the cell of a short text.
import type { CellProps } from '../widget-props.ts'

export function TextCell({ value }: CellProps) {
  if (value === null || value === '') return <>—</>
  return <>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</>
}
