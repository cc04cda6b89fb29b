// Limits the number of open websockets, overall and per network.
import { TokenBucket } from '#server/platform/limits/token-bucket.ts'
import type { SocketLimits } from './socket-limits.ts'

export class SocketSlots {
  readonly #limits: SocketLimits
  readonly #openings: TokenBucket
  readonly #perNetwork = new Map<string, number>()
  #taken = 0

  constructor(limits: SocketLimits) {
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
