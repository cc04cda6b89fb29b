// Draws the input of a password, which may be pasted, filled in by a manager, and displayed. It is native, like all
// text inputs; password managers recognise the native password field.
import { useState } from 'react'
import { type InputProps, inputText, textProps } from '#portal/widgets/input-props.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'

const STRENGTH_TEXTS = ['太弱', '较弱', '中等', '强'] as const

export function PasswordInput(props: InputProps) {
  const [isShown, setShown] = useState(false)
  const { strength: hasStrength = false, isNew = hasStrength } = optionsOf<'inputs/password'>(props)
  const text = inputText(props.value)
  const strength = passwordStrength(text)
  return (
    <>
      <span className="eq-affix">
        <input
          {...textProps(props)}
          type={isShown ? 'text' : 'password'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          spellCheck={false}
          autoCapitalize="none"
        />
        <button
          type="button"
          className="eq-unit eq-unit-button"
          aria-label={`${isShown ? '隐藏' : '显示'}${props.label}`}
          aria-pressed={isShown}
          disabled={props.disabled}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? '隐藏' : '显示'}
        </button>
      </span>
      {hasStrength && text ? (
        <p className={`eq-strength eq-strength-${strength}`} aria-live="polite">
          密码强度：{STRENGTH_TEXTS[strength]}
        </p>
      ) : null}
    </>
  )
}

/** 0 to 3, by length and kinds of characters. */
function passwordStrength(password: string): number {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length
  if (password.length < 8) return 0
  return Math.min(3, kinds - 1 + (password.length >= 14 ? 1 : 0))
}
