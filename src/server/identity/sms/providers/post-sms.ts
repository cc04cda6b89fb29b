// Posts to a provider of text messages, and names its refusals without the number or the text.

const TIME_LIMIT_MS = 10_000
const MAX_ANSWER_BYTES = 8_192
/** As providers write codes and request ids: nothing of it is a number or a text. */
const CODE = /^[A-Za-z][\w.-]{0,99}$|^\d{3}$/
const REQUEST_ID = /^[\w-]{8,64}$/

/** Not sent. `code` is the provider's, or says what went wrong on the way: `timeout`, `unreachable`, `unreadable`. */
export class SmsError extends Error {
  readonly code: string

  constructor(provider: string, code: unknown, requestId?: unknown) {
    const known = typeof code === 'string' && CODE.test(code) ? code : 'unreadable'
    const trace = typeof requestId === 'string' && REQUEST_ID.test(requestId) ? ` (request ${requestId})` : ''
    super(`${provider} answered ${known}${trace}`)
    this.code = known
  }
}

export interface SmsAnswer {
  readonly status: number
  /** Null where it is no JSON object. */
  readonly data: Readonly<Record<string, unknown>> | null
}

/** Throws `SmsError` where no answer came in time. */
export async function postSms(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  timeLimitMs: number = TIME_LIMIT_MS,
): Promise<SmsAnswer> {
  const provider = new URL(url).hostname
  try {
    const signal = AbortSignal.timeout(timeLimitMs)
    const answer = await fetch(url, { method: 'POST', headers, body, signal })
    const text = await answer.text()
    return { status: answer.status, data: text.length > MAX_ANSWER_BYTES ? null : toObject(text) }
  } catch (error) {
    throw new SmsError(provider, (error as Error).name === 'TimeoutError' ? 'timeout' : 'unreachable')
  }
}

function toObject(text: string): SmsAnswer['data'] {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
