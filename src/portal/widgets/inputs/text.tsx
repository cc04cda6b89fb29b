// Draws the input of one line of text. It is native: a form of native and antd's controls does half the work per key
// of a form with antd's controls only.
import { describedBy, type InputProps, textProps, unitOf } from '#portal/widgets/input-props.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import { Affix, describe } from './parts/affix.tsx'

/** Values of `autocomplete` by field name: the browser may fill these fields in by itself. */
const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  userName: 'username',
  email: 'email',
  contactName: 'name',
  contactMobile: 'tel',
  contactEmail: 'email',
  orgName: 'organization',
}

const MODES: Readonly<Record<string, 'tel' | 'email' | 'url' | 'numeric'>> = {
  mobile: 'tel',
  telephone: 'tel',
  email: 'email',
  uri: 'url',
  'post-code': 'numeric',
}

export function TextInput(props: InputProps) {
  const { format } = props.schema
  const unit = unitOf(props)
  return (
    <Affix id={props.id} unit={unit}>
      <input
        {...textProps(props)}
        aria-describedby={describe(describedBy(props), props.id, unit)}
        type="text"
        inputMode={typeof format === 'string' ? MODES[format] : undefined}
        autoComplete={optionsOf<'inputs/text'>(props).autocomplete ?? AUTOCOMPLETE[props.name] ?? 'off'}
      />
    </Affix>
  )
}
