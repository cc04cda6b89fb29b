// Draws the input of a mobile number. It is native, like all text inputs; phones show the digits.
import { type InputProps, textProps } from '#portal/widgets/input-props.ts'

export function MobileInput(props: InputProps) {
  return <input {...textProps(props)} type="tel" inputMode="numeric" autoComplete="tel-national" />
}
