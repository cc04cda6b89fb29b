// Owns the input of a whole number.
import type { InputProps } from '../input-props.ts'
import { NumberControl } from './parts/number-control.tsx'

export function IntegerInput(props: InputProps) {
  return <NumberControl props={props} unit={props.field.unit} whole />
}
