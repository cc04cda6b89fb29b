// Provides a server written by hand with the portal's duty: sessions, security headers, an envelope, and the routes of `create-by-hand.ts` and `reads-by-hand.ts`.
import { createHash, randomUUID } from 'node:crypto'
import http from 'node:http'
import pg from 'pg'
import { buildCreate } from './create-by-hand.ts'
import { buildReads } from './reads-by-hand.ts'

export type HandAnswer = readonly [status: number, data: unknown]

const SESSION_KEPT_MS = 60_000
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
}

/** Listens on a free port of the loopback interface; the database is a portal's, with `HAND_TABLES`. */
export async function startByHand(url: string): Promise<{ port: number; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  // A run that breaks off takes the database away; what broke it is the error to show.
  pool.on('error', () => undefined)
  const sessions = new Map<string, { readonly account: string | undefined; readonly at: number }>()
  const accountOf = async (token: string): Promise<string | undefined> => {
    if (token === '') return undefined
    const hash = createHash('sha256').update(token).digest('hex')
    const known = sessions.get(hash)
    if (known && Date.now() - known.at < SESSION_KEPT_MS) return known.account
    const { rows } = await pool.query('select account_id from session where token_hash = $1', [hash])
    sessions.set(hash, { account: rows[0]?.account_id, at: Date.now() })
    return rows[0]?.account_id
  }
  const create = buildCreate(pool)
  const read = buildReads(pool)

  async function answer(request: http.IncomingMessage): Promise<HandAnswer> {
    const account = await accountOf(String(request.headers.token ?? ''))
    if (request.method === 'POST') return create(request, account)
    return (await read(new URL(request.url ?? '/', 'http://localhost'), account)) ?? [404, null]
  }

  const server = http.createServer((request, response) => {
    answer(request).then(
      ([status, data]) => {
        const text = JSON.stringify({ code: status === 200 ? 0 : status, msg: 'success', data })
        response.writeHead(status, {
          ...HEADERS,
          'x-request-id': randomUUID(),
          'content-length': Buffer.byteLength(text),
        })
        response.end(text)
      },
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await pool.end()
    },
  }
}
