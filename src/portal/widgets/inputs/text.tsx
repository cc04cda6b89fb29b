// Owns the input of one line of text.
import { controlProps, type InputProps, option, textOf } from '../input-props.ts'
import { Affix, describe } from './parts/affix.tsx'

/** What the browser may fill in by itself, by the meaning of the field. */
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
  const { field } = props
  const format = field.schema.format
  return (
    <Affix id={props.id} unit={field.unit}>
      <input
        {...controlProps(props)}
        aria-describedby={describe(props.describedBy, props.id, field.unit)}
        className="eq-input"
        type="text"
        inputMode={typeof format === 'string' ? MODES[format] : undefined}
        autoComplete={option<string>(props, 'autocomplete') ?? AUTOCOMPLETE[field.name] ?? 'off'}
        placeholder={option<string>(props, 'placeholder')}
        readOnly={props.readOnly}
        value={textOf(props.value)}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </Affix>
  )
}
