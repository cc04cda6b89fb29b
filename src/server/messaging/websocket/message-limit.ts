// Counts a client's recent messages; after the limit was exceeded, all further messages are dropped.
import type { SocketLimits } from './socket-limits.ts'

export class MessageLimit {
  readonly #limits: SocketLimits
  #since = 0
  #frames = 0
  #bytes = 0
  #isShut = false

  constructor(limits: SocketLimits) {
    this.#limits = limits
  }

  /** False from the first thing on that was too much; `now` in milliseconds. */
  pass(
    now: number,
    { frames = 0, bytes = 0 }: { readonly frames?: number; readonly bytes?: number },
  ): boolean {
    if (this.#isShut) return false
    if (now - this.#since > this.#limits.window) {
      this.#since = now
      this.#frames = 0
      this.#bytes = 0
    }
    this.#frames += frames
    this.#bytes += bytes
    this.#isShut = this.#frames > this.#limits.frames || this.#bytes > this.#limits.bytes
    return !this.#isShut
  }

  shut(): void {
    this.#isShut = true
  }
}
