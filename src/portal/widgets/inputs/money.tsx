// Owns the input of an amount of money with its unit.
import { type InputProps, option, unitOf } from '../input-props.ts'
import { NumberControl } from './parts/number-control.tsx'

export function MoneyInput(props: InputProps) {
  return <NumberControl props={props} unit={option<string>(props, 'unit') ?? unitOf(props) ?? '元'} />
}
