// Owns identical calls at once: who sends the same again before it is answered gets the answer of the first.
import type { Operation } from '../../shared/content-model.ts'
import type { Call } from '../call.ts'
import { digestOf } from './idempotency.ts'

/** It differs with each sending. */
const TIME_OF_SENDING = new Set(['_t'])

export class InFlight {
  readonly #running = new Map<string, Promise<unknown>>()

  /**
   * A pressed button is pressed twice; with a key of its own each is known by that. Only while the first is under way: what
   * is sent again later is meant. It holds within one process, as far as a hand is that fast.
   */
  async share(operation: Operation, call: Call, work: () => Promise<unknown>): Promise<unknown> {
    const name = nameOf(operation, call)
    if (name === undefined) return work()
    const first = this.#running.get(name)
    if (first) return first
    const running = work().finally(() => this.#running.delete(name))
    this.#running.set(name, running)
    return running
  }
}

/**
 * Undefined for what is not written in somebody's name, or was sent with a key; and for what names the record that it is
 * about, whose state lets it happen once.
 */
function nameOf({ id, writes }: Operation, { account, body, params, request }: Call): string | undefined {
  if (!writes || account === null || request.idempotencyKey !== undefined) return undefined
  if (typeof body !== 'object' || body === null || Object.keys(body).length === 0) return undefined
  if (Object.hasOwn(body, 'id') || Object.hasOwn(params, 'id')) return undefined
  return `${account.id} ${id} ${digestOf({ body, params }, TIME_OF_SENDING)}`
}
