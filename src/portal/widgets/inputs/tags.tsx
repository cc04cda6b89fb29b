// Draws the input of a list of short texts, added one by one. It is custom: antd's Select of tags opens an empty
// list, and its tags can be removed only by mouse or from the end.
import { useState } from 'react'
import { deferBlur } from '#portal/core/form-state/deferred-blur.ts'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import {
  controlProps,
  type InputProps,
  inputPlaceholder,
  isLocked,
  leave,
} from '#portal/widgets/input-props.ts'
import { normaliseInput } from '#shared/formats/normalise-input.ts'

export function TagsInput(props: InputProps) {
  const [text, setText] = useState('')
  /** The tags displayed until the pointer is up: another chip would move the element that is being pressed. */
  const [held, setHeld] = useState<readonly string[] | null>(null)
  const tags = Array.isArray(props.value) ? (props.value as readonly string[]) : []
  const locked = isLocked(props)
  const put = (next: readonly string[]) => props.onChange(next.length ? next : undefined)
  const add = () => {
    const parts = text
      .split(/[,，;；、\n]/)
      .map((part) => normaliseInput(part))
      .filter(Boolean)
    if (parts.length) put([...new Set([...tags, ...parts])])
  }
  const settle = () => {
    setText('')
    setHeld(null)
  }
  const shown = held ?? tags
  return (
    <div className="eq-tags-input">
      {shown.length ? (
        <ul aria-label={`已添加的${props.label}`}>
          {shown.map((tag) => (
            <li key={tag} className="eq-chip">
              {tag}
              <button
                type="button"
                aria-label={`删除${tag}`}
                disabled={locked}
                onClick={() => put(tags.filter((other) => other !== tag))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <input
        {...controlProps(props)}
        className="eq-input"
        type="text"
        autoComplete="off"
        placeholder={inputPlaceholder(props, '输入后按回车添加')}
        readOnly={props.readonly}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const key = pressedKey(event)
          if (key === 'Enter') {
            event.preventDefault()
            add()
            setText('')
          } else if (key === 'Backspace' && text === '' && !locked) put(tags.slice(0, -1))
        }}
        onBlur={() => {
          setHeld(tags)
          add()
          deferBlur(settle)
          leave(props)
        }}
      />
    </div>
  )
}
