// Provides the bare counterpart of the server: node:http and pg with prepared statements, nothing else.
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import pg from 'pg'

const COLUMNS = `id, title, body->>'demandType' as "demandType", body->>'urgency' as urgency, region,
  body->>'deadline' as deadline, published_at as "publishedAt", view_count as "viewCount"`

/** Materialised, or the planner walks the newest items until it has met ten, however rare the word. */
export const BARE_SEARCH = `with found as materialized (select * from bare_item where search @@ $1::tsquery)
  select ${COLUMNS} from found order by published_at desc, id desc limit 10`
export const BARE_SEARCH_COUNT = 'select count(*)::int as n from bare_item where search @@ $1::tsquery'

/** Listens on a free port of the loopback interface; the database must hold table `bare_item`. */
export async function startBareServer(url: string): Promise<{ port: number; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  // A run that breaks off takes the database away; what broke it is the error to show.
  pool.on('error', () => undefined)
  const server = http.createServer(async (request, response) => {
    try {
      const address = new URL(request.url ?? '/', 'http://localhost')
      if (request.method === 'POST') {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
        const id = randomUUID()
        await pool.query({
          name: 'create',
          text: `insert into bare_item(id, title, region, body, published_at) values($1, $2, $3, $4, now())`,
          values: [id, body.title, body.region ?? null, JSON.stringify(body)],
        })
        return send(response, { id })
      }
      if (address.pathname.startsWith('/info/')) {
        const result = await pool.query({
          name: 'info',
          text: 'select * from bare_item where id = $1',
          values: [address.pathname.slice(6)],
        })
        return send(response, result.rows[0] ?? null)
      }
      const word = address.searchParams.get('word')
      if (word !== null) {
        const [rows, total] = await Promise.all([
          pool.query({ name: 'search', text: BARE_SEARCH, values: [word] }),
          pool.query({ name: 'search-count', text: BARE_SEARCH_COUNT, values: [word] }),
        ])
        return send(response, { list: rows.rows, totalCount: total.rows[0].n })
      }
      const kind = address.searchParams.get('demandType')
      if (kind !== null) {
        const [rows, total] = await Promise.all([
          pool.query({
            name: 'kind',
            text: `select ${COLUMNS} from bare_item where body->>'demandType' = $1
              order by published_at desc, id desc limit 10`,
            values: [kind],
          }),
          pool.query({
            name: 'kind-count',
            text: `select count(*)::int as n from bare_item where body->>'demandType' = $1`,
            values: [kind],
          }),
        ])
        return send(response, { list: rows.rows, totalCount: total.rows[0].n })
      }
      if (address.pathname === '/hot') {
        const [rows, total] = await Promise.all([
          pool.query({
            name: 'hot',
            text: `select ${COLUMNS} from bare_item order by view_count desc, id desc limit 10`,
          }),
          pool.query({ name: 'count', text: 'select count(*)::int as n from bare_item' }),
        ])
        return send(response, { list: rows.rows, totalCount: total.rows[0].n })
      }
      const limit = Number(address.searchParams.get('limit') ?? 10)
      const page = Number(address.searchParams.get('page') ?? 1)
      const [rows, total] = await Promise.all([
        pool.query({
          name: 'list',
          text: `select ${COLUMNS} from bare_item order by published_at desc, id desc limit $1 offset $2`,
          values: [limit, (page - 1) * limit],
        }),
        pool.query({ name: 'count', text: 'select count(*)::int as n from bare_item' }),
      ])
      send(response, { list: rows.rows, totalCount: total.rows[0].n })
    } catch {
      response.writeHead(500).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    port,
    close: async () => {
      await new Promise((resolve) => server.close(resolve))
      await pool.end()
    },
  }
}

function send(response: http.ServerResponse, data: unknown): void {
  const text = JSON.stringify({ code: 0, msg: 'success', data })
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}
