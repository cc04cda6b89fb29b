// Owns the input of an amount of money with its unit.
import { type InputProps, option } from '../input-props.ts'
import { NumberControl } from './parts/number-control.tsx'

export function MoneyInput(props: InputProps) {
  return <NumberControl props={props} unit={option<string>(props, 'unit') ?? props.field.unit ?? '元'} />
}
