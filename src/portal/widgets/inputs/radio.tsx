// Owns the choice of one of a few entries, all in sight.
import { InputChoices } from '../input-choices.tsx'
import { groupProps, type InputProps } from '../input-props.ts'

export function RadioInput(props: InputProps) {
  return (
    <InputChoices field={props.field}>
      {(choices) => (
        <div {...groupProps(props, 'radiogroup')} className="eq-options">
          {choices.map((choice) => (
            <label key={choice.value} className="eq-option">
              <input
                type="radio"
                name={props.id}
                disabled={props.disabled || props.readOnly}
                checked={props.value === choice.value}
                onChange={() => props.onChange(choice.value)}
              />
              {choice.label}
            </label>
          ))}
        </div>
      )}
    </InputChoices>
  )
}
