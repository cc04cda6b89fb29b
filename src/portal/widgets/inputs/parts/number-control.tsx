// Draws the text control of numbers that the inputs of money, integers and plain numbers share. It is native text:
// antd's InputNumber drops text that is not a number, where the user must be notified.

import {
  controlProps,
  describedBy,
  type InputProps,
  inputPlaceholder,
  inputText,
  leave,
} from '#portal/widgets/input-props.ts'
import { normaliseInput } from '#shared/formats/normalise-input.ts'
import { Affix, describe } from './affix.tsx'
import { useTypedText } from './use-typed-text.ts'

/** A number, nothing, or the text itself, which the schema then refuses in words. Thousands separators are allowed. */
function parseNumber(text: string): unknown {
  const plain = normaliseInput(text, 'post-code').replace(/(?<=\d),(?=\d{3}\b)/g, '')
  if (plain === '') return undefined
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : plain
}

interface Props {
  readonly props: InputProps
  readonly whole?: boolean
  readonly unit?: string | undefined
}

export function NumberControl({ props, whole, unit }: Props) {
  const { text, type, leave: end } = useTypedText(props.value, props.onChange, parseNumber, inputText)
  return (
    <Affix id={props.id} unit={unit}>
      <input
        {...controlProps(props)}
        aria-describedby={describe(describedBy(props), props.id, unit)}
        className="eq-input eq-input-number"
        type="text"
        inputMode={whole ? 'numeric' : 'decimal'}
        autoComplete="off"
        placeholder={inputPlaceholder(props)}
        readOnly={props.readonly}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={() => {
          end()
          leave(props)
        }}
      />
    </Affix>
  )
}
