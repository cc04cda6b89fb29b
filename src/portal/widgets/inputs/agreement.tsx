// Owns the consent that a person ticks, unticked by default.
// Native, as every box to tick.
import { controlProps, type InputProps, isLocked, option } from '../input-props.ts'

export function AgreementInput(props: InputProps) {
  const address = option<string>(props, 'address')
  const title = option<string>(props, 'title') ?? props.label
  const version = option<string>(props, 'version')
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
        {option<string>(props, 'text') ?? '我已阅读并同意'}
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
