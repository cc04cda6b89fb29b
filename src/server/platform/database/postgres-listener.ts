// Listens for notifications on a dedicated PostgreSQL connection, and reconnects.
import { type ChannelHandler, ChannelHandlers, toChannelName } from './channel.ts'
import type pg from './pg.ts'
import type { ServerAddresses } from './server-addresses.ts'

const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 2_000
/** A network that swallows packets shows only when something is asked. */
const PROBE_MS = 10_000
const ANSWER_MS = 5_000

export class PostgresListener {
  readonly #addresses: ServerAddresses
  readonly #log: (line: string) => void
  readonly #handlers = new ChannelHandlers()
  #client: pg.Client | undefined
  #connected: Promise<void> | undefined
  #queue: Promise<unknown> = Promise.resolve()
  #abort = new AbortController()
  #probe: NodeJS.Timeout | undefined

  constructor(addresses: ServerAddresses, log: (line: string) => void) {
    this.#addresses = addresses
    this.#log = log
  }

  /** Resolves when the channel is heard. While the database is away it waits for it. */
  async listen(channel: string, handler: ChannelHandler): Promise<() => Promise<void>> {
    const name = toChannelName(channel)
    this.#handlers.add(channel, handler)
    await this.#connect()
    // Repeating LISTEN is harmless; when the connection breaks here, reconnecting listens again.
    await this.#query(`listen ${name}`).catch(() => this.#connect())
    return async () => {
      if (this.#handlers.remove(channel, handler) && this.#client) await this.#query(`unlisten ${name}`)
    }
  }

  async close(): Promise<void> {
    this.#abort.abort()
    clearInterval(this.#probe)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  #connect(): Promise<void> {
    this.#connected ??= this.#keepTrying(false)
    return this.#connected
  }

  async #keepTrying(again: boolean): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !this.#abort.signal.aborted; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
      try {
        await this.#open()
        if (again) {
          this.#log('数据库通知连接已恢复')
          this.#handlers.emitGap('restored')
        }
        return
      } catch (error) {
        this.#log(`数据库通知连接失败，${wait} 毫秒后重试：${error instanceof Error ? error.message : error}`)
        await sleep(wait, this.#abort.signal)
      }
    }
  }

  async #open(): Promise<void> {
    const client = new this.#addresses.Client({
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      application_name: 'equipnet-listener',
    })
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    client.on('notification', ({ channel, payload }) => this.#handlers.emit(channel, payload ?? ''))
    try {
      await client.connect()
      for (const channel of this.#handlers.channels()) await client.query(`listen ${toChannelName(channel)}`)
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
    this.#client = client
    this.#probe = setInterval(() => void this.#query('select 1').catch(() => this.#lose(client)), PROBE_MS)
    this.#probe.unref()
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client || this.#abort.signal.aborted) return
    this.#client = undefined
    clearInterval(this.#probe)
    void client.end().catch(() => undefined)
    this.#handlers.emitGap('lost')
    this.#connected = this.#keepTrying(true)
  }

  /** One at a time: pg refuses a second query on a busy client. */
  #query(text: string): Promise<unknown> {
    const client = this.#client
    const answer = this.#queue.catch(() => undefined).then(() => client?.query(text))
    this.#queue = answer.catch(() => undefined)
    return answer
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
