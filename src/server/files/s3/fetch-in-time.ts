// Fetches for S3: what stands still for too long, before or in the middle of an answer, is given up.

import { ReadableStream as NodeStream } from 'node:stream/web'

/** The other side has let us wait too long. */
export class NoAnswerError extends Error {}

/** What is stored is answered only once it lies safely. */
const TIMES_TO_STORE = 3

type Chunks = ReadableStream<Uint8Array<ArrayBuffer>>

class Watch {
  readonly #patience: number
  readonly #controller = new AbortController()
  readonly signal = this.#controller.signal
  #timer: NodeJS.Timeout | undefined

  constructor(patience: number) {
    this.#patience = patience
    this.start()
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
      const response = await fetch(input, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), 'accept-encoding': 'identity' },
        ...(source ? { body: toStream(source) } : {}),
        duplex: 'half',
        // Else fetch keeps a copy of the body, for a redirection.
        redirect: 'error',
        window: null,
        signal: watch.signal,
      } as RequestInit)
      return response.body
        ? new Response(toStream(received(response.body as Chunks, watch)), response)
        : response
    } finally {
      watch.stop()
      // Closes the file, however far it was read.
      await source?.return(undefined)
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

/** Each chunk arrives in time; whoever reads them may be slow. */
async function* received(body: Chunks, watch: Watch): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    watch.start()
    for await (const chunk of body) {
      watch.stop()
      yield chunk
      watch.start()
    }
  } finally {
    watch.stop()
  }
}
