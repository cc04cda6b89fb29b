// Owns the cell of an amount; a missing one says 面议 or what `options.empty` says.
import { toMoney } from '../../ui/format-number.ts'
import { optionsOf } from '../options-of.ts'
import type { CellProps } from '../widget-props.ts'

export function MoneyCell({ value, column }: CellProps) {
  const { empty } = optionsOf<'cells/money'>(column)
  const amount = toMoney(value, column.field.unit)
  if (!amount) return <span className="eq-muted">{empty ?? '—'}</span>
  return <span className="eq-figure eq-money">{amount}</span>
}
