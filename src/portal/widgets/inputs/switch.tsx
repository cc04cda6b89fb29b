// Owns the switch between yes and no.
// Native: a checkbox keeps its label and its state for everybody; antd's Switch is a button.
import { controlProps, groupProps, type InputProps, isLocked } from '../input-props.ts'

const ANSWERS = [
  [true, '是'],
  [false, '否'],
] as const

/** An answer that is asked for is given by who answers: a switch would show one before. */
function YesOrNo(props: InputProps) {
  return (
    <div {...groupProps(props, 'radiogroup')} className="eq-options">
      {ANSWERS.map(([answer, label]) => (
        <label key={label} className="eq-option">
          <input
            type="radio"
            name={props.id}
            disabled={isLocked(props)}
            checked={props.value === answer}
            onChange={() => props.onChange(answer)}
          />
          {label}
        </label>
      ))}
    </div>
  )
}

export function SwitchInput(props: InputProps) {
  // Where there is one answer alone, it is given by switching on.
  if (props.required && !props.schema.enum) return <YesOrNo {...props} />
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
