// Chooses among the servers that an address names the one that takes writes.
import pg from './pg.ts'

/** The server follows another one and takes no writes. */
export class StandbyError extends Error {}

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?#]+)(.*)$/

/** Splits `postgres://user@one:5432,two:5432/portal` into one address for each server, as libpq reads it. */
export function splitAddress(url: string): string[] {
  const [, before, hosts, after] = PARTS.exec(url) ?? []
  return hosts?.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url]
}

export class ServerAddresses {
  readonly #urls: readonly string[]
  #at = 0

  constructor(url: string) {
    this.#urls = splitAddress(url)
  }

  get count(): number {
    return this.#urls.length
  }

  get current(): string {
    return this.#urls[this.#at] as string // never empty, and #at stays below its length
  }

  /** Goes on to the next server, unless somebody has left this one already. */
  leave(url: string): void {
    if (this.current === url) this.#at = (this.#at + 1) % this.#urls.length
  }

  /** Throws `StandbyError`; a single server is taken as it is. */
  async requirePrimary(client: pg.Client): Promise<void> {
    if (this.count === 1) return
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    if (rows[0]?.standby) throw new StandbyError('这台数据库是备库，不接受写入')
  }

  /** A client for pools: each new one connects to the server that is the current one then. */
  get Client(): new (
    config?: pg.ClientConfig,
  ) => pg.Client {
    const addresses = this
    return class extends pg.Client {
      readonly url: string

      constructor(config?: pg.ClientConfig) {
        const url = addresses.current
        super({ ...config, connectionString: url })
        this.url = url
      }

      override connect(): Promise<pg.Client>
      override connect(callback: (error: Error) => void): void
      override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
        const connected = super.connect().then(async () => {
          await addresses.requirePrimary(this)
          return this as pg.Client
        })
        connected.catch(() => {
          addresses.leave(this.url)
          // Its pool has never had it, and would leave it open.
          this.on('error', () => undefined)
          void this.end().catch(() => undefined)
        })
        if (!callback) return connected
        connected.then(() => callback(undefined as unknown as Error), callback)
        return undefined
      }
    }
  }
}
