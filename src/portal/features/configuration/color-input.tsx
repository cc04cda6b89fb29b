// Draws the choice of a colour: the browser's own, and the text of it.
import { type InputProps, isLocked, textProps } from '#portal/widgets/input-props.ts'

/** What the browser shows where there is none. */
const NO_COLOR = `#${'0'.repeat(6)}`

export function ColorInput(props: InputProps) {
  const text = textProps(props, '# 与六位十六进制数')
  const isColor = /^#[0-9A-Fa-f]{6}$/.test(text.value)
  return (
    <span className="eq-color-input">
      <input
        type="color"
        aria-label={`${props.label}：选择颜色`}
        disabled={isLocked(props)}
        value={isColor ? text.value : NO_COLOR}
        onChange={({ target }) => props.onChange(target.value.toUpperCase())}
      />
      <input {...text} type="text" autoComplete="off" />
    </span>
  )
}
