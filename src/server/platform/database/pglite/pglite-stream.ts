// Replaces the socket between the pg driver and the PGlite worker by a stream.
import { Duplex } from 'node:stream'

/** Parse, Bind, Describe, Execute, Close: the worker must see them together with the Sync that ends them. */
const UNFINISHED = new Set([...'PBDEC'].map((letter) => letter.charCodeAt(0)))

interface Chunk {
  readonly chunk: Buffer
}

/** The part of a net.Socket that pg uses. */
export class PgliteStream extends Duplex {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void
  #held: Buffer[] = []

  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void) {
    super()
    this.#send = send
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this._writev([{ chunk }], done)
  }

  override _writev(chunks: readonly Chunk[], done: () => void): void {
    this.#held.push(...chunks.map(({ chunk }) => chunk))
    if (!UNFINISHED.has(this.#held.at(-1)?.[0] ?? 0)) this.#flush()
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  /**
   * Copies the bytes into their own memory, because it is transferred to the worker and small Buffers share theirs.
   */
  #flush(): void {
    const bytes = new Uint8Array(this.#held.reduce((sum, chunk) => sum + chunk.length, 0))
    let offset = 0
    for (const chunk of this.#held.splice(0)) {
      bytes.set(chunk, offset)
      offset += chunk.length
    }
    this.#send(bytes)
  }
}
