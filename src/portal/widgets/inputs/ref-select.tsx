// Owns the input of a reference to another item, usually given by the page's address.
import { controlProps, type InputProps, option, textOf } from '../input-props.ts'

export function RefSelectInput(props: InputProps) {
  return (
    <input
      {...controlProps(props)}
      className="eq-input"
      type="text"
      autoComplete="off"
      placeholder={option<string>(props, 'placeholder') ?? '填写编号'}
      readOnly={props.readOnly}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}
