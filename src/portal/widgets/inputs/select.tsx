// Owns the choice of one entry from a list.
import { InputChoices, storedOf } from '../input-choices.tsx'
import { controlProps, type InputProps, isLocked, placeholderOf, textOf } from '../input-props.ts'

export function SelectInput(props: InputProps) {
  const value = textOf(props.value)
  return (
    <InputChoices props={props}>
      {(choices) => (
        <select
          {...controlProps(props)}
          className="eq-input eq-input-select"
          disabled={isLocked(props)}
          value={value}
          onChange={(event) => props.onChange(storedOf(choices, event.target.value))}
        >
          <option value="">{placeholderOf(props, '请选择')}</option>
          {value && !choices.some((choice) => choice.value === value) ? (
            <option value={value}>{value}</option>
          ) : null}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </InputChoices>
  )
}
