// Validates the names and payloads that LISTEN and NOTIFY accept, and keeps the listeners of each channel.

const CHANNEL = /^[a-z][a-z0-9_]{0,62}$/
const MAX_PAYLOAD_BYTES = 7_999

/**
 * The event that a listener receives when notifications may have been missed: the connection was lost, or is
 * restored.
 */
export type Gap = 'lost' | 'restored'

export interface ChannelHandler {
  readonly onPayload: (payload: string) => void
  readonly onGap: ((gap: Gap) => void) | undefined
}

/** LISTEN takes no parameters, so the name is checked before it is written into the statement. */
export function toChannelName(channel: string): string {
  if (!CHANNEL.test(channel))
    throw new TypeError(`channel name ${JSON.stringify(channel)} does not match ${CHANNEL}`)
  return `"${channel}"`
}

export function assertPayload(payload: string): void {
  const bytes = Buffer.byteLength(payload)
  if (bytes > MAX_PAYLOAD_BYTES)
    throw new RangeError(`payload has ${bytes} bytes, NOTIFY takes ${MAX_PAYLOAD_BYTES}`)
}

/** The listeners of each channel. */
export class ChannelHandlers {
  readonly #handlers = new Map<string, Set<ChannelHandler>>()

  add(channel: string, handler: ChannelHandler): void {
    const known = this.#handlers.get(channel)
    if (known) known.add(handler)
    else this.#handlers.set(channel, new Set([handler]))
  }

  /** Returns true if the channel has no listeners left. */
  remove(channel: string, handler: ChannelHandler): boolean {
    const known = this.#handlers.get(channel)
    if (!known?.delete(handler) || known.size > 0) return false
    return this.#handlers.delete(channel)
  }

  channels(): string[] {
    return [...this.#handlers.keys()]
  }

  emit(channel: string, payload: string): void {
    for (const handler of [...(this.#handlers.get(channel) ?? [])]) handler.onPayload(payload)
  }

  emitGap(gap: Gap): void {
    for (const handlers of this.#handlers.values()) {
      for (const handler of [...handlers]) handler.onGap?.(gap)
    }
  }
}
