// Owns the choice of several entries from a list.
import { InputChoices } from '../input-choices.tsx'
import { groupProps, type InputProps, isInvalid, isLocked } from '../input-props.ts'

export function MultiSelectInput(props: InputProps) {
  const chosen = Array.isArray(props.value) ? (props.value as readonly string[]) : []
  return (
    <InputChoices props={props}>
      {(choices) => {
        /** In the order of the list, however they were ticked. */
        const toggle = (value: string, isOn: boolean) => {
          const next = choices
            .map((choice) => choice.value)
            .filter((entry) => (entry === value ? isOn : chosen.includes(entry)))
          props.onChange(next.length ? next : undefined)
        }
        return (
          <div {...groupProps(props)} className="eq-options">
            {choices.map((choice) => (
              <label key={choice.value} className="eq-option">
                <input
                  type="checkbox"
                  disabled={isLocked(props)}
                  aria-invalid={isInvalid(props) || undefined}
                  checked={chosen.includes(choice.value)}
                  onChange={(event) => toggle(choice.value, event.target.checked)}
                />
                {choice.label}
              </label>
            ))}
          </div>
        )
      }}
    </InputChoices>
  )
}
