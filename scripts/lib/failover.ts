// Kills a PostgreSQL under a portal that writes, promotes its synchronous standby, and counts what was lost.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type PortalProcess, signIn, startPortal } from '../../tests/bench/portal-process.ts'
import { DEMAND } from '../../tests/server/support/demand.ts'
import { HAS_SERVER, startPostgres } from '../../tests/support/postgres-servers.ts'

const WRITERS = 4
/** The portal must go on within this time after the kill, the promotion included. */
const MAX_PAUSE_MS = 30_000
/** As a guardian that asks every few seconds would notice. */
const UNNOTICED_MS = 2_000

export interface Failover {
  readonly acknowledged: number
  readonly refused: number
  readonly lost: number
  /** From the kill to the first write that was acknowledged after it. */
  readonly pauseMs: number
}

/** Null where PostgreSQL is not installed. `writingMs`: how long is written before the kill and after the pause. */
export async function runFailover(writingMs: number): Promise<Failover | null> {
  if (!HAS_SERVER) return null
  const dataDir = mkdtempSync(join(tmpdir(), 'equipnet-failover-'))
  const primary = await startPostgres()
  const standby = await primary.follow({ isSynchronous: true })
  let portal: PortalProcess | undefined
  try {
    const url = `postgres://postgres@${primary.host},${standby.host}/postgres`
    portal = await startPortal({ DATABASE_URL: url, DATA_DIR: dataDir }, true)
    const writers = new Writers(portal.url, await signIn(portal.url, 'demo-unit'))
    writers.start()
    await sleep(writingMs)
    if (primary.ask(`select sync_state from pg_stat_replication`) !== 'sync')
      throw new Error('the standby is not synchronous')
    const killed = performance.now()
    primary.kill()
    await sleep(UNNOTICED_MS)
    standby.promote()
    const resumed = await writers.nextAfter(performance.now(), killed + MAX_PAUSE_MS)
    await sleep(writingMs)
    await writers.stop()
    const kept = await storedIds(standby.url)
    const lost = [...writers.acknowledged].filter((id) => !kept.has(id)).length
    const { refused } = writers
    return { acknowledged: writers.acknowledged.size, refused, lost, pauseMs: Math.round(resumed - killed) }
  } finally {
    await portal?.stop()
    standby.stop()
    primary.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Add items without a pause, each as an own submission. */
class Writers {
  readonly acknowledged = new Set<string>()
  refused = 0
  readonly #url: string
  readonly #token: string
  #last = 0
  #isOver = false
  #running: Promise<unknown> = Promise.resolve()

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  start(): void {
    this.#running = Promise.all(Array.from({ length: WRITERS }, (_, number) => this.#write(number)))
  }

  /** When the first write after `moment` was acknowledged. */
  async nextAfter(moment: number, deadline: number): Promise<number> {
    while (this.#last <= moment) {
      if (performance.now() > deadline) throw new Error(`no write was acknowledged within ${MAX_PAUSE_MS} ms`)
      await sleep(20)
    }
    return this.#last
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#running
  }

  async #write(number: number): Promise<void> {
    for (let count = 0; !this.#isOver; count += 1) {
      const id = await this.#add(`失效转移试验 ${number}-${count}`)
      if (id === undefined) {
        this.refused += 1
        await sleep(100)
      } else {
        this.acknowledged.add(id)
        this.#last = performance.now()
      }
    }
  }

  async #add(title: string): Promise<string | undefined> {
    const deadline = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    const answer = await fetch(`${this.#url}/newapi/demand/add`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token: this.#token },
      body: JSON.stringify({ ...DEMAND, title, deadline }),
    })
    const { data, msg } = (await answer.json()) as { data: { id: string } | null; msg: string }
    if (answer.status === 200 && data) return data.id
    // A refusal for any other reason than the database would make this a test of nothing.
    if (answer.status !== 503) throw new Error(`${answer.status} ${msg}`)
    return undefined
  }
}

async function storedIds(url: string): Promise<ReadonlySet<string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select id from item')
  await client.end()
  return new Set(rows.map(({ id }) => id))
}
