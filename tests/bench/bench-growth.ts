// Measures what more processes and a replica cost and bring, and whether a restart one by one refuses a call.
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { HAS_SERVER, type PostgresServer, startPostgres } from '../support/postgres-servers.ts'
import { type Request, requestsPerSecond, send } from './load.ts'
import { newDemand } from './new-demand.ts'
import { type Balancer, startNginx } from './nginx.ts'
import { newFolder, type PortalProcess, signIn, startPortal } from './portal-process.ts'
import { absolute, type BenchRow, compared } from './statistics.ts'

const COUNTS = [1, 2, 4]
const CALLERS = 16

interface Load {
  readonly name: string
  next(index: number, token: string): Request
}

const READS: Load = {
  name: 'lists',
  next: (index) => ({ path: `/newapi/demand/showlist?page=${(index % 10) + 1}&limit=10` }),
}
const WRITES: Load = {
  name: 'submissions',
  next: (index, token) => ({
    path: '/newapi/demand/add',
    method: 'POST',
    headers: { token },
    body: JSON.stringify(newDemand(`第 ${index} 批 ${Date.now()}`)),
  }),
}

interface Measured {
  /** Calls in a second. */
  readonly rate: number
  /** Milliseconds of processor time a call. */
  readonly portal: number
  readonly primary: number
}

export async function benchGrowth(seconds: number): Promise<BenchRow[]> {
  const data = newFolder()
  const primary = HAS_SERVER ? await startPostgres(['max_connections=200']) : undefined
  const nginx = primary && (await startNginx([9]))
  if (!primary || !nginx) {
    primary?.stop()
    data.remove()
    console.log('PostgreSQL or nginx is not installed: growth is left out')
    return []
  }
  const portals: PortalProcess[] = []
  let replica: PostgresServer | undefined
  const env = { DATABASE_URL: primary.url, DATA_DIR: data.path, READ_CACHE_MB: '0', TRUST_PROXY: '127.0.0.1' }
  const grow = async (count: number, more = {}): Promise<void> => {
    while (portals.length < count) portals.push(await startPortal({ ...env, ...more }))
    nginx.balance(portals.map(({ port }) => port))
    await sleep(SETTLED_MS)
  }
  const shrink = async (): Promise<void> => {
    await Promise.all(portals.splice(0).map((portal) => portal.stop()))
  }
  try {
    const rows: BenchRow[] = []
    const alone = new Map<string, Measured>()
    // What is written makes lists longer, so it comes last.
    for (const load of [READS, WRITES]) {
      for (const count of COUNTS) {
        await grow(count)
        const token = await signIn(portals[0]?.url ?? '', 'demo-unit')
        const measured = await measure(load, { nginx, portals, primary, token, seconds })
        const first = alone.get(load.name) ?? measured
        alone.set(load.name, measured === first ? measured : first)
        rows.push(...toRows(`growth: ${load.name}, ${count} of 1 process`, measured, first))
      }
      await shrink()
    }
    await grow(2)
    const token = await signIn(portals[0]?.url ?? '', 'demo-unit')
    const first = await measure(READS, { nginx, portals, primary, token, seconds })
    await shrink()
    replica = await primary.follow()
    await grow(2, { DATABASE_READ_URL: replica.url })
    const relieved = await measure(READS, { nginx, portals, primary, token, seconds })
    rows.push(
      compared(
        `growth: ${READS.name}, primary with a replica to without`,
        'ms',
        relieved.primary,
        first.primary,
        {
          atMost: 0.7,
        },
      ),
    )
    const { failed, calls } = await restartOneByOne(nginx, portals, () => startPortal(env), token)
    rows.push(
      absolute(`growth: failed of ${calls} calls while 2 processes restart`, 'calls', failed, { atMost: 0 }),
    )
    return rows
  } finally {
    await shrink()
    nginx.stop()
    replica?.stop()
    primary.stop()
    data.remove()
  }
}

/** nginx replaces its workers, and the first calls make each connection plan its statements. */
const SETTLED_MS = 1_000

interface Field {
  readonly nginx: Balancer
  readonly portals: readonly PortalProcess[]
  readonly primary: PostgresServer
  readonly token: string
  readonly seconds: number
}

async function measure(load: Load, field: Field): Promise<Measured> {
  const { nginx, portals, primary, token, seconds } = field
  const next = (index: number): Request => load.next(index, token)
  await requestsPerSecond(nginx.port, Math.max(3, seconds / 2), CALLERS, next)
  const portalMs = (): number => portals.reduce((sum, portal) => sum + portal.cpuMs(), 0)
  const before = { portal: portalMs(), primary: primary.cpuMs() }
  const started = performance.now()
  const rate = await requestsPerSecond(nginx.port, seconds, CALLERS, next)
  const calls = (rate * (performance.now() - started)) / 1_000
  return {
    rate,
    portal: (portalMs() - before.portal) / calls,
    primary: (primary.cpuMs() - before.primary) / calls,
  }
}

/** More processes than cores bring no more calls; what a call costs tells what they would bring on more cores. */
function toRows(what: string, measured: Measured, first: Measured): BenchRow[] {
  return [
    compared(`${what}: calls`, '/s', measured.rate, first.rate, { atLeast: 0.7 }),
    compared(`${what}: processor time of the processes a call`, 'ms', measured.portal, first.portal, {
      atMost: 2,
    }),
    compared(`${what}: of PostgreSQL a call`, 'ms', measured.primary, first.primary, { atMost: 1.4 }),
  ]
}

/** As scripts/deploy/README.md says: a new process first, then the old one out of the balancer, then its end. */
async function restartOneByOne(
  nginx: Balancer,
  portals: PortalProcess[],
  start: () => Promise<PortalProcess>,
  token: string,
): Promise<{ calls: number; failed: number }> {
  let calls = 0
  let failed = 0
  let isOver = false
  // A reload of nginx closes kept connections, which clients then open anew: here each call has its own.
  const agent = new http.Agent({ keepAlive: false })
  const caller = async (number: number): Promise<void> => {
    while (!isOver) {
      const request = (number % 2 ? WRITES : READS).next(calls, token)
      calls += 1
      const status = await send(agent, nginx.port, request).catch(String)
      if (status === 200) continue
      failed += 1
      console.log(`${request.path} failed in a restart: ${status}`)
    }
  }
  const callers = Promise.all([0, 1, 2, 3].map(caller))
  for (const old of [...portals]) {
    portals.push(await start())
    portals.splice(portals.indexOf(old), 1)
    nginx.balance(portals.map(({ port }) => port))
    await sleep(SETTLED_MS)
    await old.stop()
  }
  isOver = true
  await callers
  return { calls, failed }
}
