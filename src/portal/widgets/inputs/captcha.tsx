// Draws the input of the characters of a captcha; its key goes into a field beside it. It is custom because antd has
// none.
import { useEffect, useRef } from 'react'
import { useFormScope } from '#portal/core/form-state/form-scope.ts'
import { type InputProps, isLocked, textProps } from '#portal/widgets/input-props.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import { CAPTCHA_FIELD, CaptchaBox, captchaHint, useCaptcha } from './parts/captcha-box.tsx'

export function CaptchaInput(props: InputProps) {
  const formScope = useFormScope()
  const { picture: call, key: keyField = 'uuid', other } = optionsOf<'inputs/captcha'>(props)
  const captcha = useCaptcha()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => formScope.write(keyField, captcha.id), [formScope, keyField, captcha.id])
  const renew = (isSpoken?: boolean) => {
    captcha.renew(isSpoken)
    formScope.write(props.name, undefined)
  }
  const latest = useRef(renew)
  latest.current = renew
  useEffect(() => formScope.onRefused(() => latest.current()), [formScope])
  return (
    <>
      <CaptchaBox
        captcha={captcha}
        picture={call?.path}
        disabled={isLocked(props)}
        onRenew={(isSpoken) => {
          renew(isSpoken)
          input.current?.focus()
        }}
      >
        <input {...textProps(props, captchaHint(captcha))} ref={input} {...CAPTCHA_FIELD} />
      </CaptchaBox>
      {other ? (
        <a className="eq-captcha-other" href={`#${other}`}>
          看不清？改用短信验证码
        </a>
      ) : null}
    </>
  )
}
