// Merges identical concurrent calls: a repeated call before the answer gets the answer of the first.

import type { Call } from '#server/platform/call.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { digestCall } from './idempotency.ts'

/** It differs with each sending. */
const TIME_OF_SENDING = new Set(['_t'])
/** So long what came before the first was answered may still be on its way to here, on however busy a machine. */
const KEPT_MS = 10_000

interface First {
  readonly answer: Promise<unknown>
  /** On the clock of `performance.now()`; absent while it is under way. */
  answeredAt?: number
}

export class InFlight {
  readonly #first = new Map<string, First>()

  /**
   * A pressed button is pressed twice; with a key of its own each is known by that. Only what came before the first was
   * answered, at `arrivedAt` on the clock of `performance.now()`: what is sent again later is meant. It holds within one
   * process, as far as a hand is that fast.
   */
  async share(
    operation: Operation,
    call: Call,
    arrivedAt: number,
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    const name = nameOf(operation, call)
    if (name === undefined) return work()
    const known = this.#first.get(name)
    if (known && arrivedAt < (known.answeredAt ?? Number.POSITIVE_INFINITY)) return known.answer
    const first: First = { answer: work().finally(() => this.#settle(name, first)) }
    this.#first.set(name, first)
    return first.answer
  }

  #settle(name: string, first: First): void {
    first.answeredAt = performance.now()
    setTimeout(() => {
      if (this.#first.get(name) === first) this.#first.delete(name)
    }, KEPT_MS).unref()
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
  return `${account.id} ${id} ${digestCall({ body, params }, TIME_OF_SENDING)}`
}
