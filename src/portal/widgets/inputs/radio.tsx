// Owns the choice of one of a few entries, all in sight.
// Native: the browser's own arrows, names and focus, which antd's Radio draws over.
import { InputChoices, storedOf } from '../input-choices.tsx'
import { groupProps, type InputProps, isLocked, textOf } from '../input-props.ts'

export function RadioInput(props: InputProps) {
  return (
    <InputChoices props={props}>
      {(choices) => (
        <div {...groupProps(props, 'radiogroup')} className="eq-options">
          {choices.map((choice) => (
            <label key={choice.value} className="eq-option">
              <input
                type="radio"
                name={props.id}
                disabled={isLocked(props)}
                checked={textOf(props.value) === choice.value}
                onChange={() => props.onChange(storedOf(choices, choice.value))}
              />
              {choice.label}
            </label>
          ))}
        </div>
      )}
    </InputChoices>
  )
}
