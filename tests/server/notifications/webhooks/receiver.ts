// Provides the system of an organisation that receives webhooks, on this machine.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { vi } from 'vitest'

export interface Received {
  readonly id: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: {
    readonly id: string
    readonly type: string
    readonly timestamp: string
    readonly data: {
      readonly item?: {
        readonly type: string
        readonly id: string
        readonly fields: Readonly<Record<string, unknown>> | null
      }
    }
  }
}

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** Answers the next messages; 204 where it is not set. */
  answer: ((response: ServerResponse, message: Received) => void) | undefined
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const id = String(request.headers['webhook-id'])
    const message = { id, headers: request.headers, text, body: JSON.parse(text) }
    received.push(message)
    if (receiver.answer) receiver.answer(response, message)
    else response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received,
    answer: undefined,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

/** Verifies a message as receivers do, at the time when it came; throws for a wrong signature. */
export function verify({ headers, text }: Received, secret: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Number(headers['webhook-timestamp']) * 1000 })
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>)
  } finally {
    vi.useRealTimers()
  }
}
