// Draws the consent that a user ticks, unticked by default. It is native, like every checkbox.
import { controlProps, type InputProps, isLocked } from '#portal/widgets/input-props.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'

export function AgreementInput(props: InputProps) {
  const {
    address,
    title = props.label,
    version,
    text = '我已阅读并同意',
  } = optionsOf<'inputs/agreement'>(props)
  return (
    <span className="eq-option">
      <input
        {...controlProps(props)}
        type="checkbox"
        disabled={isLocked(props)}
        checked={props.value === true}
        onChange={(event) => props.onChange(event.target.checked || undefined)}
      />
      <span>
        {text}
        {address ? (
          <a href={address} target="_blank" rel="noopener noreferrer">
            《{title}》
          </a>
        ) : (
          `《${title}》`
        )}
        {version ? <small>（版本 {version}）</small> : null}
      </span>
    </span>
  )
}
