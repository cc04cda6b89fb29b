// Owns the switch between yes and no.
import { controlProps, type InputProps } from '../input-props.ts'

export function SwitchInput(props: InputProps) {
  return (
    <span className="eq-switch">
      <input
        {...controlProps(props)}
        aria-required={undefined}
        type="checkbox"
        role="switch"
        disabled={props.disabled || props.readOnly}
        checked={props.value === true}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span aria-hidden="true">{props.value === true ? '是' : '否'}</span>
    </span>
  )
}
