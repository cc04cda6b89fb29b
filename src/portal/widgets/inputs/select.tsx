// Owns the choice of one entry from a list.
import { InputChoices } from '../input-choices.tsx'
import { controlProps, type InputProps, option, textOf } from '../input-props.ts'

export function SelectInput(props: InputProps) {
  const value = textOf(props.value)
  return (
    <InputChoices field={props.field}>
      {(choices) => (
        <select
          {...controlProps(props)}
          className="eq-input eq-input-select"
          disabled={props.disabled || props.readOnly}
          value={value}
          onChange={(event) => props.onChange(event.target.value || undefined)}
        >
          <option value="">{option<string>(props, 'placeholder') ?? '请选择'}</option>
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
