// Fetches from a single sign-on server within limits of time and size.

export type Send = (url: string, options: RequestInit) => Promise<Response>

/** How a server is reached: in tests and in demo mode not over the network, or for less time. */
export interface Channel {
  readonly send?: Send
  /** Milliseconds that a sign-in waits for the server. */
  readonly patience?: number
}

export const PATIENCE_MS = 5_000
const MAX_ANSWER_BYTES = 256 * 1024

/** Answers of all calls must have arrived whole before `deadline` aborts. */
export const limitedFetch =
  (deadline: AbortSignal, send: Send = fetch): Send =>
  async (url, options) => {
    const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline
    const answer = await send(url, { ...options, signal })
    const { status, headers } = answer
    const bytes = await readLimited(answer)
    return new Response(bytes.byteLength > 0 ? bytes : null, { status, headers })
  }

async function readLimited({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > MAX_ANSWER_BYTES) throw new Error('the single sign-on server answered too much')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
