// Measures open websockets: the memory that each takes, and how soon all of them hear something.
import { WebSocket } from 'ws'
import { signIn } from './portal-process.ts'
import { absolute, type BenchRow, median } from './statistics.ts'
import type { Venue } from './venue.ts'

const SOCKETS = 1_000
/** Kilobytes of the server's memory, and milliseconds. */
const MOST_MEMORY = 100
const MOST_TIME = 1_000
const AT_ONCE = 50
const HEARD_WITHIN = 30_000

/** As browsers of so many networks: of one network a portal takes fewer. */
const headersOf = (number: number) => ({ 'x-forwarded-for': `10.${number >> 8}.${number & 255}.1` })

export async function benchSockets(venue: Venue, rounds: number, isSmoke: boolean): Promise<BenchRow[]> {
  const count = isSmoke ? 20 : SOCKETS
  const portal = await venue.portal()
  const sockets: WebSocket[] = []
  try {
    const tokens = {
      writer: await signIn(portal.url, 'demo-operator'),
      reader: await signIn(portal.url, 'demo-unit'),
    }
    const readerId = (await call<{ userId: string }>(portal.url, tokens.reader, '/messageInfo/checkToken'))
      .userId
    const before = portal.memory()
    while (sockets.length < count) {
      const from = sockets.length
      const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) =>
        open(portal.url, tokens.reader, from + at),
      )
      sockets.push(...(await Promise.all(some)))
    }
    const each = ((portal.memory() - before) * 1024) / count
    const times: number[] = []
    for (let round = 0; round < (isSmoke ? 1 : Math.max(3, rounds)); round += 1) {
      const content = `测量 ${round}。`
      const all = Promise.all(sockets.map((socket) => hears(socket, content)))
      const started = performance.now()
      const body = { toId: readerId, content, clientId: crypto.randomUUID() }
      await Promise.all([call(portal.url, tokens.writer, '/messageInfo/sendmessage', body), all])
      times.push(performance.now() - started)
    }
    return [
      absolute(`sockets: memory of each of ${count}`, 'KB', each, {
        atMost: isSmoke ? MOST_MEMORY * 100 : MOST_MEMORY,
      }),
      absolute(`sockets: a message until all ${count} have it`, 'ms', median(times), { atMost: MOST_TIME }),
    ]
  } finally {
    for (const socket of sockets) socket.terminate()
  }
}

/** Resolves once its session is bound. */
function open(url: string, token: string, number: number): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/websocket`, { headers: headersOf(number) })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => socket.send(JSON.stringify({ type: 'session', token })))
    socket.on('message', (data) => {
      if (String(data).includes('"state":"open"')) resolve(socket)
    })
  })
}

function hears(socket: WebSocket, content: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('a socket did not hear in time')), HEARD_WITHIN)
    const take = (data: unknown) => {
      if (!String(data).includes(content)) return
      clearTimeout(late)
      socket.off('message', take)
      resolve()
    }
    socket.on('message', take)
  })
}

async function call<T>(url: string, token: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${url}${path}`, {
    headers: { token, 'content-type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: T }
  if (code !== 0) throw new Error(`${path}: ${msg}`)
  return data
}
