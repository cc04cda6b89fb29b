// Fetches for S3: what stands still for too long, before or in the middle of an answer, is given up.

import { ReadableStream as NodeStream } from 'node:stream/web'

/** The other side has let us wait too long. */
export class NoAnswerError extends Error {}

/** What is stored is answered only once it lies safely. */
const TIMES_TO_STORE = 3

type Chunks = ReadableStream<Uint8Array<ArrayBuffer>>

/**
 * Fires when nothing has moved for so long. Its signal breaks off a call that waits for the answer; what waits for
 * further bytes goes by the promise, as fetch may forget the signal once it has answered.
 */
class Watch {
  readonly #patience: number
  readonly #controller = new AbortController()
  readonly signal = this.#controller.signal
  readonly #fired = new Promise<never>((_, reject) => {
    this.signal.addEventListener('abort', () => reject(this.signal.reason), { once: true })
  })
  #timer: NodeJS.Timeout | undefined

  constructor(patience: number) {
    this.#patience = patience
    this.#fired.catch(() => undefined)
  }

  start(): void {
    this.stop()
    this.#timer = setTimeout(
      () => this.#controller.abort(new NoAnswerError('no answer in time')),
      this.#patience,
    )
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  async within<T>(work: Promise<T>): Promise<T> {
    this.start()
    return Promise.race([work, this.#fired]).finally(() => this.stop())
  }
}

/** Node's own type differs from that of browsers in its names only. */
export const toStream = (chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> =>
  NodeStream.from(chunks) as ReadableStream<Uint8Array<ArrayBuffer>>

/** `patience` in ms: how long nothing may move. */
export function fetchInTime(patience: number): typeof fetch {
  return async (input, init = {}) => {
    const { body, method } = init
    const watch = new Watch(method === 'PUT' ? patience * TIMES_TO_STORE : patience)
    const source = body instanceof ReadableStream ? sent(body, watch) : undefined
    try {
      const response = await watch.within(
        fetch(input, {
          ...init,
          headers: { ...(init.headers as Record<string, string>), 'accept-encoding': 'identity' },
          ...(source ? { body: toStream(source) } : {}),
          duplex: 'half',
          // Else fetch keeps a copy of the body, for a redirection.
          redirect: 'error',
          window: null,
          signal: watch.signal,
        } as RequestInit),
      )
      return response.body
        ? new Response(toStream(received(response.body as Chunks, watch)), response)
        : response
    } finally {
      // Closes the file, however far it was read, and starts no more timers.
      await source?.return(undefined)
      watch.stop()
    }
  }
}

/** The other side takes each chunk in time. */
async function* sent(body: ReadableStream<Uint8Array>, watch: Watch): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    watch.start()
    yield chunk
  }
}

/** Each chunk arrives in time; whoever reads them may be slow. Ends the call when no more are wanted. */
async function* received(body: Chunks, watch: Watch): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await watch.within(reader.read())
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
