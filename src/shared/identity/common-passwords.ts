// Rejects passwords that are guessed first, and others as weak as these.

/** In lower case; a password that is one of these with something added at the end is no better. */
const COMMON = [
  'password',
  'passw0rd',
  'p@ssw0rd',
  'p@ssword',
  'admin',
  'administrator',
  'root',
  'qwerty',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx',
  '1qaz@wsx',
  'qazwsx',
  'abc123',
  'a123456',
  'aa123456',
  'iloveyou',
  'woaini',
  'welcome',
  'letmein',
  'changeme',
  'test',
  'user',
  'yingji',
  'anquan',
  'equipnet',
  '12345678',
  '123456789',
  '87654321',
  '11111111',
  '88888888',
  '66666666',
  '00000000',
]

/** Matches the usual suffixes, such as `@123` and `2026!`, which are removed before the comparison. */
const ORNAMENTS = /[\d!@#$%^&*._-]{0,8}$/

/** Returns the fault of a new password, or null. `own`: texts about the person that a guesser knows. */
export function weaknessOf(password: string, own: readonly string[] = []): string | null {
  const lower = password.toLowerCase()
  if (COMMON.includes(lower) || COMMON.includes(lower.replace(ORNAMENTS, '')))
    return '密码过于常见，容易被猜到，请换一个'
  if (own.some((text) => text.length >= 4 && lower.includes(text.toLowerCase())))
    return '密码中不能包含用户名或手机号码'
  return null
}
