// Delivers domain events: a module emits what happened, others subscribe without being imported by it.
import type { Kysely } from 'kysely'
import type { Schema } from './database/tables/schema.ts'

/** Names a kind of event and the type of its payload. Made once by the module that emits it. */
export interface EventType<Payload> {
  readonly name: string
  /** Never set: it carries the payload's type. */
  readonly payload?: Payload
}

/** Runs in the transaction that emits the event: an error undoes what happened. */
export type Listener<Payload> = (transaction: Kysely<Schema>, payload: Payload) => Promise<void>

/**
 * @example
 * export const itemLiked = defineEvent<{ itemId: string; count: number }>('item.liked')
 */
export const defineEvent = <Payload>(name: string): EventType<Payload> => ({ name })

/**
 * The events of one server.
 *
 * @example
 * events.on(itemLiked, async (transaction, { itemId, count }) => { … })
 * await events.emit(itemLiked, transaction, { itemId, count: 10 })
 */
export class Events {
  readonly #listeners = new Map<string, Listener<unknown>[]>()

  on<Payload>(type: EventType<Payload>, listener: Listener<Payload>): void {
    const listeners = this.#listeners.get(type.name) ?? []
    this.#listeners.set(type.name, [...listeners, listener as Listener<unknown>])
  }

  /** Calls the listeners one after the other, in the order in which they subscribed. */
  async emit<Payload>(
    type: EventType<Payload>,
    transaction: Kysely<Schema>,
    payload: Payload,
  ): Promise<void> {
    for (const listener of this.#listeners.get(type.name) ?? []) await listener(transaction, payload)
  }
}
