// Owns the choice of one of a few entries, all in sight.
import { InputChoices } from '../input-choices.tsx'
import type { InputProps } from '../input-props.ts'
import { RadioOptions } from './parts/radio-options.tsx'

export function RadioInput(props: InputProps) {
  return (
    <InputChoices props={props}>{(choices) => <RadioOptions props={props} choices={choices} />}</InputChoices>
  )
}
