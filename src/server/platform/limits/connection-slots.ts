// Limits connections that stay open: all of them, those of one network, and how fast one network opens them.
import { TokenBucket } from './token-bucket.ts'

export interface ConnectionLimits {
  /** Open at once; who comes later is refused. */
  readonly most: number
  /** Open at once from one network; an office may be one. */
  readonly perNetwork: number
  /** Opened by one network in the long run, a second. */
  readonly openedPerSecond: number
}

export class ConnectionSlots {
  readonly #limits: ConnectionLimits
  readonly #openings: TokenBucket
  readonly #perNetwork = new Map<string, number>()
  #taken = 0

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
    this.#openings = new TokenBucket(limits.perNetwork, limits.openedPerSecond)
  }

  /** Returns true where one more may be opened; `now` in milliseconds. */
  mayOpen(network: string, now: number): boolean {
    return this.#hasRoom(network) && this.#openings.take(network, now)
  }

  /** Answers how to give the place back; null when others were faster. */
  take(network: string): (() => void) | null {
    if (!this.#hasRoom(network)) return null
    this.#change(network, 1)
    return () => this.#change(network, -1)
  }

  #hasRoom(network: string): boolean {
    return this.#taken < this.#limits.most && (this.#perNetwork.get(network) ?? 0) < this.#limits.perNetwork
  }

  #change(network: string, by: 1 | -1): void {
    this.#taken += by
    const count = (this.#perNetwork.get(network) ?? 0) + by
    if (count === 0) this.#perNetwork.delete(network)
    else this.#perNetwork.set(network, count)
  }
}
