// Owns the switch between yes and no.
// Native: a checkbox keeps its label and its state for everybody; antd's Switch is a button.
import { controlProps, type InputProps, isLocked } from '../input-props.ts'

export function SwitchInput(props: InputProps) {
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
