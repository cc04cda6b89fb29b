// Exchanges a correct SMS code for a verification token when the form step is left. The token is stored for the tab
// and deleted when the number changes.
import { useEffect } from 'react'
import { ApiError } from '#portal/core/api/api-error.ts'
import { post } from '#portal/core/api/client.ts'
import { useFormScope } from '#portal/core/form-state/form-scope.ts'
import { toStorageKey } from '#portal/core/site.ts'
import { type InputProps, inputText, isInvalid } from '#portal/widgets/input-props.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import { isMobile } from '#shared/formats/text-formats.ts'

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
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as StoredVerification | null
    return kept && kept.until > Date.now() ? kept : null
  } catch {
    return null
  }
}

function write(key: string, kept: StoredVerification | null): void {
  try {
    if (kept) sessionStorage.setItem(key, JSON.stringify(kept))
    else sessionStorage.removeItem(key)
  } catch {
    // If nothing can be stored, a reload requires another code.
  }
}

export function useSmsVerification(
  props: InputProps,
  mobile: string,
  setMessage: (word: StatusMessage | undefined) => void,
): { readonly isVerified: boolean } {
  const formScope = useFormScope()
  const { check, params } = optionsOf<'inputs/sms-code'>(props)
  const key = toStorageKey(`sms-proof:${formScope.form}`)
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
  return { isVerified }
}
