// Owns the input of a number.
import type { InputProps } from '../input-props.ts'
import { NumberControl } from './parts/number-control.tsx'

export function NumberInput(props: InputProps) {
  return <NumberControl props={props} unit={props.field.unit} whole={props.field.type === 'integer'} />
}
