// Draws the input of several lines of text, with a count of the typed text. It is native, like the input of one line.

import { type InputProps, inputText, textProps } from '#portal/widgets/input-props.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import { countLetters } from '#shared/formats/text-length.ts'

export function TextareaInput(props: InputProps) {
  const text = inputText(props.value)
  const longest = props.schema.maxLength
  const count = countLetters(text)
  return (
    <span className="eq-textarea">
      <textarea {...textProps(props)} rows={optionsOf<'inputs/textarea'>(props).rows ?? 5} />
      {typeof longest === 'number' ? (
        <small className={count > longest ? 'eq-count eq-count-over' : 'eq-count'} aria-hidden="true">
          {count} / {longest}
        </small>
      ) : null}
    </span>
  )
}
