// Draws the cell of an amount of money. A missing amount shows its unit's label or `options.empty`, such as 面议.
// `options.piece` adds the unit of measure that the price is for.
import { useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { toMoney } from '#portal/ui/format/format-number.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { CellProps } from '#portal/widgets/widget-props.ts'

export function MoneyCell({ value, item, column }: CellProps) {
  const { empty, unit, units, piece, pieces } = optionsOf<'cells/money'>(column)
  const known = useDictionary(units ?? '')
  const unitLabel = unit ? known.find((one) => one.value === item[unit])?.label : undefined
  const categories = useDictionary(pieces ?? '')
  const counted = piece ? categories.find((one) => one.value === item[piece])?.measure : undefined
  const amount = toMoney(value, unitLabel ?? column.field.unit)
  if (!amount) return <span className="eq-muted">{unitLabel ?? empty ?? '—'}</span>
  return <span className="eq-figure eq-money">{counted ? `${amount}/${counted}` : amount}</span>
}
