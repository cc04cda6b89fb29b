// Draws the choice of one of a few entries, all visible.

import type { InputProps } from '#portal/widgets/input-props.ts'
import { useInputChoices } from './parts/input-choices.tsx'
import { RadioOptions } from './parts/radio-options.tsx'

export function RadioInput(props: InputProps) {
  return <RadioOptions props={props} choices={useInputChoices(props)} />
}
