// Draws the captcha that precedes the sending of a code: it sends the characters along and renews a wrong captcha.
import { useEffect, useId, useRef, useState } from 'react'
import { calls } from '#portal/core/site.ts'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { CAPTCHA_FIELD, CaptchaBox, captchaHint, useCaptcha } from './captcha-box.tsx'

export interface SolvedCaptcha {
  readonly uuid: string
  readonly captcha: string
}

interface Props {
  readonly disabled: boolean
  /** Resolves with whether the captcha was right. */
  readonly onSolved: (solved: SolvedCaptcha) => Promise<boolean>
}

export function SmsCaptcha({ disabled, onSolved }: Props) {
  const captcha = useCaptcha()
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => input.current?.focus(), [])
  const renew = (isSpoken?: boolean) => {
    captcha.renew(isSpoken)
    setText('')
    input.current?.focus()
  }
  const confirm = async () => {
    if (!text.trim()) return input.current?.focus()
    if (!(await onSolved({ uuid: captcha.id, captcha: text.trim() }))) renew()
  }
  return (
    <fieldset className="eq-sms-captcha">
      <label htmlFor={id}>{captcha.isSpoken ? '语音验证码' : '图形验证码'}</label>
      <CaptchaBox
        captcha={captcha}
        picture={calls['auth.captcha']}
        disabled={disabled}
        onRenew={(isSpoken) => renew(isSpoken)}
      >
        <input
          id={id}
          ref={input}
          className="eq-input"
          {...CAPTCHA_FIELD}
          placeholder={captchaHint(captcha)}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (pressedKey(event) !== 'Enter') return
            // Enter does not submit the surrounding form.
            event.preventDefault()
            void confirm()
          }}
        />
      </CaptchaBox>
      <button type="button" className="eq-button" disabled={disabled} onClick={() => void confirm()}>
        发送验证码
      </button>
    </fieldset>
  )
}
