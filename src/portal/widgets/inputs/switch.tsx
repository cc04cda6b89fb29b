// Draws the switch between yes and no, or the choice of one of them where an answer is required. It is native: a
// checkbox keeps its label and its state for all users; antd's Switch is a button.

import { controlProps, type InputProps, isLocked } from '#portal/widgets/input-props.ts'
import type { InputChoice } from './parts/input-choices.tsx'
import { RadioOptions } from './parts/radio-options.tsx'

/** An answer that is asked for is given by who answers: a switch would show one before. */
const ANSWERS: readonly InputChoice[] = [
  { value: 'true', label: '是', stored: true },
  { value: 'false', label: '否', stored: false },
]

export function SwitchInput(props: InputProps) {
  // If only one answer is allowed, the user gives it by switching on.
  if (props.required && !props.schema.enum) return <RadioOptions props={props} choices={ANSWERS} />
  const { 'aria-required': _, ...control } = controlProps(props)
  return (
    <span className="eq-switch">
      <input
        {...control}
        aria-checked={props.value === true}
        type="checkbox"
        role="switch"
        disabled={isLocked(props)}
        checked={props.value === true}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span aria-hidden="true">{props.value === true ? '是' : '否'}</span>
    </span>
  )
}
