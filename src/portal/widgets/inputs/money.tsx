// Owns the input of an amount of money with its unit.
import { type InputProps, unitOf } from '../input-props.ts'
import { optionsOf } from '../options-of.ts'
import { NumberControl } from './parts/number-control.tsx'

export function MoneyInput(props: InputProps) {
  return <NumberControl props={props} unit={optionsOf<'inputs/money'>(props).unit ?? unitOf(props) ?? '元'} />
}
