// Provides a CAS server for tests: a real one over HTTP, which answers what a case tells it to.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeCas {
  readonly url: string
  /** Addresses asked for, with their queries. */
  readonly asked: URL[]
  answer: (request: IncomingMessage, response: ServerResponse) => void
  close(): Promise<void>
}

export async function startFakeCas(): Promise<FakeCas> {
  const asked: URL[] = []
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '/', 'http://cas'))
    cas.answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const cas: FakeCas = {
    url: `http://127.0.0.1:${port}/cas`,
    asked,
    answer: (_request, response) => response.end(),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return cas
}
