// Draws a few choices of which one is taken, all visible. It is native, to keep the browser's own arrows, names and
// focus, which antd's Radio covers.

import { groupProps, type InputProps, inputText, isLocked } from '#portal/widgets/input-props.ts'
import { type InputChoice, storedOf } from './input-choices.tsx'

export function RadioOptions({
  props,
  choices,
}: {
  readonly props: InputProps
  readonly choices: readonly InputChoice[]
}) {
  return (
    <div {...groupProps(props, 'radiogroup')} className="eq-options">
      {choices.map((choice) => (
        <label key={choice.value} className="eq-option">
          <input
            type="radio"
            name={props.id}
            disabled={isLocked(props)}
            checked={inputText(props.value) === choice.value}
            onChange={() => props.onChange(storedOf(choices, choice.value))}
          />
          {choice.label}
        </label>
      ))}
    </div>
  )
}
