// Draws a captcha as picture or sound, with buttons for a new one and for changing between both.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { calls } from '#portal/core/site.ts'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { useLoaded } from '#portal/ui/hooks/use-loaded.ts'
import { toObjectUrl } from '#portal/widgets/media/stored-file.tsx'

export interface SolvedCaptcha {
  readonly uuid: string
  readonly captcha: string
}

interface SmsCaptchaProps {
  readonly disabled: boolean
  /** Resolves with whether the captcha was right. */
  readonly onSolved: (solved: SolvedCaptcha) => Promise<boolean>
}

/**
 * Draws the captcha that precedes the sending of a code: it sends the characters along and renews a wrong
 * captcha.
 */
export function SmsCaptcha({ disabled, onSolved }: SmsCaptchaProps) {
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

const SOUND = calls['auth.captchaSound']

interface CaptchaKey {
  readonly id: string
  /** Spoken digits in place of the picture. */
  readonly isSpoken: boolean
}

/** Each captcha is good for one attempt. */
export function useCaptcha() {
  const [key, setKey] = useState<CaptchaKey>(() => ({ id: crypto.randomUUID(), isSpoken: false }))
  const renew = (isSpoken = key.isSpoken) => setKey({ id: crypto.randomUUID(), isSpoken })
  return { ...key, renew }
}

interface Props {
  readonly captcha: CaptchaKey
  /** Address of the picture. */
  readonly picture: string | undefined
  readonly disabled: boolean
  readonly onRenew: (isSpoken: boolean) => void
  /** The input for the characters. */
  readonly children: ReactNode
}

export function CaptchaBox({ captcha: { id, isSpoken }, picture, disabled, onRenew, children }: Props) {
  const button = (label: string, spoken: boolean) => (
    <button
      type="button"
      className="eq-button eq-button-text"
      disabled={disabled}
      onClick={() => onRenew(spoken)}
    >
      {label}
    </button>
  )
  return (
    <>
      <span className="eq-captcha">
        {children}
        {isSpoken ? (
          <SpokenCaptcha key={id} id={id} />
        ) : picture ? (
          <img src={`${picture}?uuid=${id}`} alt="图形验证码，看不清可以更换" width={120} height={44} />
        ) : null}
        {button(isSpoken ? '换一段' : '换一张', isSpoken)}
      </span>
      {SOUND ? (
        <span className="eq-captcha-other">
          {button(isSpoken ? '改看图形验证码' : '看不清？改听语音验证码', !isSpoken)}
        </span>
      ) : null}
    </>
  )
}

/** Got in one piece: each request speaks other digits, and a player may make several. */
function SpokenCaptcha({ id }: Pick<CaptchaKey, 'id'>) {
  const { value, error } = useLoaded(() => toObjectUrl(`${SOUND}?uuid=${id}`), [id], URL.revokeObjectURL)
  if (error) return <span role="status">语音暂时无法播放，请换一段</span>
  // biome-ignore lint/a11y/useMediaCaption: words for it would give the answer away
  return <audio src={value} aria-label="语音验证码" controls autoPlay />
}

/** Of the field that its characters are typed in. */
export const CAPTCHA_FIELD = {
  type: 'text',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: 8,
} as const

export const captchaHint = ({ isSpoken }: CaptchaKey): string =>
  isSpoken ? '语音中的 4 位数字' : '图片中的字符'
