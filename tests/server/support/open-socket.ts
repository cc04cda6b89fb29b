// Provides a websocket as tests see it: what it heard, and with which code it was closed.
import { once } from 'node:events'
import type { TestApp } from './test-app.ts'

export interface TestSocket {
  readonly heard: readonly { readonly type: string; readonly state?: string }[]
  send(message: object | string): void
  /** Resolves with the code of the close. */
  readonly closed: Promise<number>
  close(): void
}

export async function openSocket({ app }: TestApp): Promise<TestSocket> {
  await app.ready()
  const heard: { type: string; state?: string }[] = []
  const socket = await app.injectWS(
    '/websocket',
    { headers: { host: 'portal.example' } },
    {
      onInit: (client) => client.on('message', (data) => heard.push(JSON.parse(String(data)))),
    },
  )
  const closed = once(socket, 'close').then(([code]) => code as number)
  return {
    heard,
    closed,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    close: () => socket.terminate(),
  }
}
