// Owns the input of a number.
import { type InputProps, unitOf } from '../input-props.ts'
import { NumberControl } from './parts/number-control.tsx'

export function NumberInput(props: InputProps) {
  return <NumberControl props={props} unit={unitOf(props)} whole={props.schema.type === 'integer'} />
}
