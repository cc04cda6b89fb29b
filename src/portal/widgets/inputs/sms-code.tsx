// Draws the input of a code sent by SMS to the number in another field, with the wait until the next one. It is
// native: phones offer a code to one field of `one-time-code`; antd's OTP has one field for each digit.
import { useRef, useState } from 'react'
import { ApiError } from '#portal/core/api/api-error.ts'
import { get, post } from '#portal/core/api/client.ts'
import { useFormScope, useOtherAnswer } from '#portal/core/form-state/form-scope.ts'
import { calls, toStorageKey } from '#portal/core/site.ts'
import {
  controlProps,
  type InputProps,
  inputPlaceholder,
  inputText,
  isLocked,
} from '#portal/widgets/input-props.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import { normaliseInput } from '#shared/formats/normalise-input.ts'
import { isMobile } from '#shared/formats/text-formats.ts'
import { SmsCaptcha, type SolvedCaptcha } from './parts/sms-captcha.tsx'
import { useCountdown } from './parts/use-countdown.ts'
import { useSmsVerification } from './parts/use-sms-verification.ts'

interface Sent {
  readonly wait?: number
  /** In demo mode, where nothing goes out. */
  readonly demoCode?: string
}

/** Given for a captcha, for one code to one number. */
const TICKET = calls['auth.smsTicket']

/** Seconds until the next code; the server has the last word. */
const WAIT = 60

export function SmsCodeInput(props: InputProps) {
  const formScope = useFormScope()
  const { mobile: mobileField = 'mobile', send, params, also = [] } = optionsOf<'inputs/sms-code'>(props)
  const mobile = normaliseInput(inputText(useOtherAnswer(mobileField)), 'mobile')
  const [seconds, start] = useCountdown(toStorageKey(`sms:${send?.path ?? ''}:${mobile}`))
  const [word, setWord] = useState<{ readonly text: string; readonly isBad: boolean }>()
  const [isBusy, setBusy] = useState(false)
  const verification = useSmsVerification(props, mobile, setWord)
  const [isCaptchaRequested, setCaptchaRequested] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const begin = () => {
    if (!isMobile(mobile)) return setWord({ text: '请先填写正确的手机号码', isBad: true })
    setWord(undefined)
    if (TICKET) setCaptchaRequested(true)
    else void ask()
  }
  /** Resolves with whether the captcha served. */
  const ask = async (solved?: SolvedCaptcha): Promise<boolean> => {
    if (!send) return true
    setBusy(true)
    try {
      const ticket = TICKET && (await post<{ readonly ticket: string }>(TICKET, { mobile, ...solved })).ticket
      const given = {
        ...params,
        mobile,
        ...(ticket ? { ticket } : {}),
        ...Object.fromEntries(also.map((name) => [name, formScope.read(name)] as const)),
      }
      const answer = await (send.method === 'GET'
        ? get<Sent | null>(send.path, given)
        : post<Sent | null>(send.path, given))
      start(answer?.wait ?? WAIT)
      const shown = `${mobile.slice(0, 3)}****${mobile.slice(7)}`
      const demo = answer?.demoCode ? `。演示环境不外发短信，验证码为 ${answer.demoCode}` : ''
      setWord({ text: `验证码已发送至 ${shown}，5 分钟内有效${demo}`, isBad: false })
      setCaptchaRequested(false)
      input.current?.focus()
      return true
    } catch (error) {
      const wait = error instanceof ApiError ? (error.data as { wait?: unknown } | null)?.wait : undefined
      if (typeof wait === 'number') {
        start(wait)
        setCaptchaRequested(false)
      }
      setWord({ text: error instanceof ApiError ? error.message : '发送失败，请重试', isBad: true })
      return false
    } finally {
      setBusy(false)
    }
  }
  if (verification.isVerified)
    return (
      <span className="eq-sms-proved" role="status">
        <input {...controlProps(props)} className="eq-input" value="手机号码已验证" readOnly />
        <span className="eq-help">两小时内有效；更换手机号码后需要重新验证</span>
      </span>
    )
  return (
    <>
      <span className="eq-affix">
        <input
          {...controlProps(props)}
          ref={input}
          className="eq-input"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          placeholder={inputPlaceholder(props, '6 位数字')}
          readOnly={props.readonly}
          value={inputText(props.value)}
          onChange={(event) => props.onChange(event.target.value)}
        />
        <button
          type="button"
          className="eq-unit eq-unit-button"
          disabled={isLocked(props) || isBusy || seconds > 0}
          onClick={begin}
        >
          {seconds > 0 ? `${seconds} 秒后可重发` : word && !word.isBad ? '重新发送' : '获取验证码'}
        </button>
      </span>
      {isCaptchaRequested ? <SmsCaptcha disabled={isLocked(props) || isBusy} onSolved={ask} /> : null}
      <span role="status" className={word?.isBad ? 'eq-upload-error' : 'eq-help'}>
        {word?.text}
      </span>
    </>
  )
}
