// Owns the cell that shows a category badge.
import { Badge } from '../../ui/badge.tsx'
import type { CellProps } from '../widget-props.ts'

export function BadgeCell({ value }: CellProps) {
  return typeof value === 'string' && value ? <Badge>{value}</Badge> : <>—</>
}
