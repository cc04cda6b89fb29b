// Draws the input of an amount of money with its unit.
import { type InputProps, unitOf } from '#portal/widgets/input-props.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import { NumberControl } from './parts/number-control.tsx'

export function MoneyInput(props: InputProps) {
  return <NumberControl props={props} unit={optionsOf<'inputs/money'>(props).unit ?? unitOf(props) ?? '元'} />
}
