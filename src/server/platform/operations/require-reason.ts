// Refuses a reason that is missing or meaningless.
import { Failure } from '#shared/calls/errors.ts'
import { isMeaningfulReason } from '#shared/lifecycles/check-reason.ts'

/** Of `words`, tidied; `title` is what they are called, `path` where they are written. Throws `BAD_INPUT`. */
export function requireMeaningfulText(title: string, words: string, path = '/reason'): void {
  if (isMeaningfulReason(words)) return
  const message = words === '' ? `请填写${title}` : `${title}不够具体，请写明情况，至少两个汉字`
  throw new Failure('BAD_INPUT', { message, errors: [{ path, message }] })
}
