// Provides a closed-loop HTTP load on the loopback interface: requests a second over a fixed number of connections.
import http from 'node:http'

export interface Request {
  readonly path: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * Runs for `seconds` with `connections` in flight, each asking at least once; `next` makes each request. Throws on a
 * refused answer.
 */
export async function requestsPerSecond(
  port: number,
  seconds: number,
  connections: number,
  next: (index: number) => Request,
): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const end = performance.now() + seconds * 1000
  let done = 0
  let index = 0
  const worker = async () => {
    do {
      const request = next(index++)
      const status = await send(agent, port, request)
      if (status !== 200) throw new Error(`${request.path} answered ${status}`)
      done++
    } while (performance.now() < end)
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, worker))
  const rate = done / ((performance.now() - started) / 1000)
  agent.destroy()
  return rate
}

/** Resolves with the status, once the answer has been read. */
export function send(
  agent: http.Agent,
  port: number,
  { path, method = 'GET', headers, body }: Request,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: {
          ...headers,
          ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
        },
      },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
