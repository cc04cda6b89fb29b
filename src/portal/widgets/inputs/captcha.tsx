// Owns the input of the characters in a picture; the picture's key goes into a field beside it.
// Own: antd has none.
import { useEffect, useRef, useState } from 'react'
import { useFormPlace } from '../form-place.ts'
import { controlProps, type InputProps, isLocked, placeholderOf, textOf } from '../input-props.ts'
import { optionsOf } from '../options-of.ts'

export function CaptchaInput(props: InputProps) {
  const place = useFormPlace()
  const { picture: call, key: keyField = 'uuid', other } = optionsOf<'inputs/captcha'>(props)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => place.write(keyField, key), [place, keyField, key])
  const renew = () => {
    setKey(crypto.randomUUID())
    place.write(props.name, undefined)
  }
  const latest = useRef(renew)
  latest.current = renew
  // Each picture is good for one attempt.
  useEffect(() => place.onRefused(() => latest.current()), [place])
  return (
    <>
      <span className="eq-captcha">
        <input
          {...controlProps(props)}
          ref={input}
          className="eq-input"
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={8}
          placeholder={placeholderOf(props, '图片中的字符')}
          readOnly={props.readonly}
          value={textOf(props.value)}
          onChange={(event) => props.onChange(event.target.value)}
        />
        {call ? (
          <img src={`${call.path}?uuid=${key}`} alt="图形验证码，看不清可以更换" width={120} height={44} />
        ) : null}
        <button
          type="button"
          className="eq-button eq-button-text"
          disabled={isLocked(props)}
          onClick={() => {
            renew()
            input.current?.focus()
          }}
        >
          换一张
        </button>
      </span>
      {other ? (
        <a className="eq-captcha-other" href={`#${other}`}>
          看不清？改用短信验证码
        </a>
      ) : null}
    </>
  )
}
