// Tests that kill -9 loses no acknowledged write: npx tsx scripts/crash.ts [--cycles 20 | --failover 5 | --publish 3 | --configure 20]
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { runConfigurationCrash } from './lib/configuration-crash.ts'
import { runFailover } from './lib/failover.ts'
import { runPublishingCrash } from './lib/publishing-crash.ts'

const WRITERS = 6
/** Most kills fall among the writes; every fourth is timed from the spawn, to hit opening and migration. */
const KILL_EARLY_EVERY = 4
const KILL_EARLY_WITHIN_MS = 2_500
const KILL_WRITING_WITHIN_MS = 2_000
/** Of processor time, which a busy machine does not lengthen; on a quiet one an operator waits no longer than this. */
const MAX_RECOVERY_MS = 10_000

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '20' },
    child: { type: 'string' },
    failover: { type: 'string' },
    publish: { type: 'string' },
    configure: { type: 'string' },
  },
})

if (values.child) await writeForever(values.child)
else if (values.failover) await failOver(Number(values.failover))
else if (values.publish) await publish(Number(values.publish))
else if (values.configure) await configure(Number(values.configure))
else await main(Number(values.cycles))

/** Prints the id of each row once the database has acknowledged it; ends only by a signal. */
async function writeForever(dataDir: string): Promise<void> {
  const handle = await openDatabase({ dataDir })
  await migrate(handle.db)
  let count = 0
  const writer = async (number: number): Promise<never> => {
    for (;;) {
      count += 1
      const id = `${process.pid}-${number}-${count}`
      const body = { id, filler: id.repeat(count % 200) }
      const row = { id, type: 'crash', status: 'online', title: id, body }
      if (count % 3 === 0)
        await handle.db.transaction().execute((t) => t.insertInto('item').values(row).execute())
      else await handle.db.insertInto('item').values(row).execute()
      writeSync(1, `${id}\n`)
      if (count % 400 === 0) await handle.checkpoint()
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)))
}

async function runUntilKilled(dataDir: string, acknowledged: Set<string>, isEarly: boolean): Promise<void> {
  const child = spawn(
    process.execPath,
    [...process.execArgv, fileURLToPath(import.meta.url), '--child', dataDir],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exited = new Promise<string | null>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal)),
  )
  const killWithin = (ms: number): void => void setTimeout(() => child.kill('SIGKILL'), Math.random() * ms)
  if (isEarly) killWithin(KILL_EARLY_WITHIN_MS)
  else child.stdout.once('data', () => killWithin(KILL_WRITING_WITHIN_MS))
  let rest = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n')
    // A line cut by the kill was not acknowledged in full.
    rest = lines.pop() ?? ''
    for (const line of lines) acknowledged.add(line)
  }
  if ((await exited) !== 'SIGKILL') throw new Error('the writing process ended by itself')
}

async function findLost(dataDir: string, acknowledged: ReadonlySet<string>): Promise<string[]> {
  const before = process.cpuUsage()
  const handle = await openDatabase({ dataDir, log: console.error })
  await migrate(handle.db)
  const { user, system } = process.cpuUsage(before)
  const took = Math.round((user + system) / 1_000)
  const rows = await handle.db.selectFrom('item').select(['id', 'body']).execute()
  await handle.close()
  // Before the first write the database may not exist yet: then this is its creation, no recovery.
  if (acknowledged.size > 0 && took > MAX_RECOVERY_MS)
    throw new Error(`recovery took ${took} ms of processor time`)
  const kept = new Set(rows.filter(({ id, body }) => body.id === id).map(({ id }) => id))
  return [...acknowledged].filter((id) => !kept.has(id))
}

/** Of the server under the portal, with a standby: `seconds` of writing before and after. */
async function failOver(seconds: number): Promise<void> {
  const result = await runFailover(seconds * 1_000)
  if (!result) return console.log('failover skipped: PostgreSQL is not installed')
  const { acknowledged, refused, lost, pauseMs } = result
  console.log(
    `failover: ${acknowledged} acknowledged writes, ${lost} lost, ${refused} refused, pause of ${pauseMs} ms`,
  )
  process.exitCode = lost > 0 ? 1 : 0
}

/** Of the whole portal, while it publishes what is due and takes autosaves. */
async function publish(cycles: number): Promise<void> {
  const { articles, afterKill, unpublished, twice, autosaves, lost } = await runPublishingCrash(cycles)
  console.log(
    `publish: ${articles} articles, ${afterKill} after the kill, ${unpublished} unpublished, ${twice} twice; ` +
      `${autosaves} acknowledged autosaves, ${lost} lost`,
  )
  process.exitCode = unpublished + twice + lost > 0 ? 1 : 0
}

/** Of one of two portals, while a configuration is published. */
async function configure(kills: number): Promise<void> {
  const result = await runConfigurationCrash(kills)
  if (!result) return console.log('configure skipped: PostgreSQL is not installed')
  const { published, acknowledged, lost, different, visibleMs } = result
  console.log(
    `configure: ${kills} kills, ${published} publications, ${acknowledged} acknowledged, ${lost} lost, ` +
      `${different} times different; visible elsewhere after ${visibleMs.join(', ')} ms`,
  )
  process.exitCode = lost + different > 0 ? 1 : 0
}

async function main(cycles: number): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'equipnet-crash-'))
  const dataDir = join(root, 'data')
  const acknowledged = new Set<string>()
  const lost = new Set<string>()
  try {
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      await runUntilKilled(dataDir, acknowledged, cycle % KILL_EARLY_EVERY === 0)
      for (const id of await findLost(dataDir, acknowledged)) lost.add(id)
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
  console.log(`${cycles} cycles, ${acknowledged.size} acknowledged writes, ${lost.size} lost`)
  process.exitCode = lost.size > 0 ? 1 : 0
}
