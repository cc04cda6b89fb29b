// Finds the errors of a new password: easily guessed, or typed differently the second time.

import type { FieldError } from '#shared/calls/errors.ts'
import { type OwnTexts, weaknessOf } from './password-strength.ts'

export interface NewPassword {
  readonly password: string
  readonly passwordAgain?: string
}

export function findPasswordErrors(
  { password, passwordAgain }: NewPassword,
  own: OwnTexts,
  field = 'password',
): FieldError[] {
  const weakness = weaknessOf(password, own)
  return [
    ...(weakness ? [{ path: `/${field}`, message: weakness }] : []),
    ...(passwordAgain !== undefined && passwordAgain !== password
      ? [{ path: '/passwordAgain', message: '两次输入的密码不一致' }]
      : []),
  ]
}
