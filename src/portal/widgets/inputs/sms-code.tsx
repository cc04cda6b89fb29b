// Draws the input of a code sent by SMS to the number in another field, with the wait until the next one. It is
// native: phones offer a code to one field of `one-time-code`; antd's OTP has one field for each digit.
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#portal/core/api/api-error.ts'
import { get, post } from '#portal/core/api/client.ts'
import { useFormScope, useOtherAnswer } from '#portal/core/form-state/form-scope.ts'
import { calls } from '#portal/core/site.ts'
import { readStored, readText, storeText } from '#portal/core/state/browser-storage.ts'
import {
  controlProps,
  type InputProps,
  inputText,
  isInvalid,
  isLocked,
  textProps,
} from '#portal/widgets/input-props.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import { normaliseInput } from '#shared/formats/normalise-input.ts'
import { isMobile } from '#shared/formats/text-formats.ts'
import { SmsCaptcha, type SolvedCaptcha } from './parts/captcha-box.tsx'

const readEnd = (key: string): number => Number(readText('session', key) ?? 0)

function secondsUntil(end: number): number {
  return Math.max(0, Math.ceil((end - Date.now()) / 1000))
}

/** Counts the seconds until a request may be repeated; the count survives a reload of the page. */
function useCountdown(key: string): readonly [seconds: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(() => readEnd(key))
  const [seconds, setSeconds] = useState(() => secondsUntil(end))
  useEffect(() => setEnd(readEnd(key)), [key])
  useEffect(() => {
    const count = () => {
      setSeconds(secondsUntil(end))
      if (secondsUntil(end) === 0) clearInterval(timer)
    }
    const timer = setInterval(count, 1000)
    count()
    return () => clearInterval(timer)
  }, [end])
  const start = (count: number) => {
    const next = Date.now() + count * 1000
    storeText('session', key, String(next))
    setEnd(next)
    setSeconds(secondsUntil(next))
  }
  return [seconds, start]
}

interface StoredVerification {
  readonly mobile: string
  readonly proof: string
  readonly until: number
}

interface StatusMessage {
  readonly text: string
  readonly isBad: boolean
}

const CODE = /^\d{6}$/
const PROOF = /^[\w-]{43}$/

function read(key: string): StoredVerification | null {
  const kept = readStored('session', key, (stored) => stored as StoredVerification | null, null)
  return kept && kept.until > Date.now() ? kept : null
}

/** If nothing can be stored, a reload requires another code. */
const write = (key: string, kept: StoredVerification | null): boolean =>
  storeText('session', key, kept && JSON.stringify(kept))

/** Returns whether the number is verified. */
function useSmsVerification(
  props: InputProps,
  mobile: string,
  setMessage: (word: StatusMessage | undefined) => void,
): boolean {
  const formScope = useFormScope()
  const { check, params } = optionsOf<'inputs/sms-code'>(props)
  const key = `sms-proof:${formScope.form}`
  const value = inputText(props.value)
  const isVerified = PROOF.test(value)
  const { onChange } = props
  const invalid = isInvalid(props)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what matters is the number, the value and a refusal
  useEffect(() => {
    const kept = check ? read(key) : null
    if (isVerified && (kept?.mobile !== mobile || invalid)) {
      // Another number, or refused by the server: the proof is worth nothing any more.
      if (invalid) setMessage({ text: '手机验证已失效，请重新获取验证码', isBad: true })
      write(key, null)
      onChange('')
    } else if (value === '' && kept && kept.mobile === mobile) onChange(kept.proof)
  }, [mobile, value, invalid])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest value and number are asked for when the step is left
  useEffect(() => {
    if (!check) return
    return formScope.guard(async () => {
      if (!CODE.test(value) || !isMobile(mobile)) return null
      try {
        const given = { ...params, mobile, smsCode: value, keep: true }
        const { proof, lives } = await post<{ proof: string; lives: number }>(check.path, given)
        write(key, { mobile, proof, until: Date.now() + lives * 1000 })
        onChange(proof)
        setMessage(undefined)
        return null
      } catch (failure) {
        const message = failure instanceof ApiError ? failure.message : '验证失败，请重试'
        return { path: `/${props.name}`, message }
      }
    })
  }, [formScope, value, mobile])
  return isVerified
}

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
  const [seconds, start] = useCountdown(`sms:${send?.path ?? ''}:${mobile}`)
  const [word, setWord] = useState<StatusMessage>()
  const [isBusy, setBusy] = useState(false)
  const isVerified = useSmsVerification(props, mobile, setWord)
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
  if (isVerified)
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
          {...textProps(props, '6 位数字')}
          ref={input}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
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
