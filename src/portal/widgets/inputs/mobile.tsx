// Draws the input of a mobile number. It is native, like all text inputs; phones show the digits.
import { controlProps, type InputProps, inputPlaceholder, inputText } from '#portal/widgets/input-props.ts'

export function MobileInput(props: InputProps) {
  return (
    <input
      {...controlProps(props)}
      className="eq-input"
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      placeholder={inputPlaceholder(props)}
      readOnly={props.readonly}
      value={inputText(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}
