// Owns what a browser may say over a websocket: which session it belongs to.

const LONGEST = 500

/** The token of a `session` message; null for everything else. */
export function readSessionToken(data: unknown): string | null {
  const text = String(data)
  if (text.length > LONGEST) return null
  try {
    const message = JSON.parse(text) as { readonly type?: unknown; readonly token?: unknown } | null
    return message?.type === 'session' && typeof message.token === 'string' ? message.token : null
  } catch {
    return null
  }
}
