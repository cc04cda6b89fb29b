// Owns the input of a mobile number.
import { controlProps, type InputProps, option, textOf } from '../input-props.ts'

export function MobileInput(props: InputProps) {
  return (
    <input
      {...controlProps(props)}
      className="eq-input"
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      placeholder={option<string>(props, 'placeholder')}
      readOnly={props.readOnly}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}
