// Parses the messages of a browser over a websocket: the session token, and to whom its user is typing.

export type ClientMessage =
  | { readonly kind: 'session'; readonly token: string }
  | { readonly kind: 'typing'; readonly to: string }
  /** Well-formed, but nothing that this server knows; a newer page may say it. */
  | { readonly kind: 'unknown' }
  /** No message at all: only somebody who does not mean us sends it. */
  | { readonly kind: 'broken' }

const MAX_MESSAGE_LENGTH = 4096
const MAX_TOKEN_LENGTH = 200

/** `data` as it came; the longest message is not even decoded when it is too long. */
export function readMessage(data: Buffer | ArrayBuffer | Buffer[]): ClientMessage {
  if (!Buffer.isBuffer(data) || data.length > MAX_MESSAGE_LENGTH) return { kind: 'broken' }
  const message = parse(data.toString())
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return { kind: 'broken' }
  const { type, token, to } = message as Readonly<Record<string, unknown>> // an object
  if (type === 'typing') return isId(to) ? { kind: 'typing', to } : { kind: 'broken' }
  if (type !== 'session') return { kind: typeof type === 'string' ? 'unknown' : 'broken' }
  if (typeof token !== 'string' || token.length > MAX_TOKEN_LENGTH) return { kind: 'broken' }
  return { kind: 'session', token }
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{1,40}$/.test(value)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
