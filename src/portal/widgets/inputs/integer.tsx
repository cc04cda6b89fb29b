// Draws the input of a whole number.
import { type InputProps, unitOf } from '#portal/widgets/input-props.ts'
import { NumberControl } from './parts/number-control.tsx'

export function IntegerInput(props: InputProps) {
  return <NumberControl props={props} unit={unitOf(props)} whole />
}
