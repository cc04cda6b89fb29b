// Tests that the chat loses, duplicates and reorders no message: two servers on PostgreSQL, one killed now and then,
// sockets cut at random.
//
// npx tsx scripts/chat-proof.ts [--messages 10000]; requires a build, and TEST_DATABASE_URL or an installed
// PostgreSQL.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { hashToken, newToken } from '#server/identity/sessions/tokens.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import type { ChatMessage } from '#shared/calls/chat-answers.ts'
import { openCluster } from '../tests/bench/postgres-cluster.ts'
import { type ServerProcess, startProcess } from '../tests/server/support/start-process.ts'
import { Person } from './lib/chat-person.ts'

const PAIRS = 5
const CUT_EVERY_MS = 150
const KILL_EVERY_MS = 3_000
const SETTLE_WITHIN_MS = 30_000

const { values } = parseArgs({ options: { messages: { type: 'string', default: '10000' } } })

const cluster = await openCluster()
if (!cluster) {
  console.error('本机没有 PostgreSQL，请安装，或设置 TEST_DATABASE_URL')
  process.exit(1)
}
const name = `equipnet_chat_${randomBytes(6).toString('hex')}`
const url = Object.assign(new URL(cluster.url), { pathname: `/${name}` }).href
const dataDir = mkdtempSync(join(tmpdir(), 'equipnet-chat-'))
await onServer(`create database ${name}`)
try {
  process.exitCode = (await prove(Number(values.messages))) ? 0 : 1
} finally {
  await onServer(`drop database ${name} with (force)`)
  rmSync(dataDir, { recursive: true, force: true })
  cluster.stop()
}

async function onServer(statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: cluster?.url })
  await admin.connect()
  await admin.query(statement)
  await admin.end()
}

/** Pairs of people who may write to each other, with a session each. */
async function addPeople(): Promise<ReadonlyMap<string, string>> {
  const handle = await openDatabase({ dataDir, url, poolSize: 2 })
  await migrate(handle.db)
  const tokens = new Map<string, string>()
  for (let pair = 0; pair < PAIRS; pair += 1)
    for (const [id, role] of [
      [`left${pair}`, 'operator'],
      [`right${pair}`, 'ordinary'],
    ] as const) {
      const token = newToken()
      await handle.db
        .insertInto('account')
        .values({ id, userName: id, role, name: id, passwordHash: '!' })
        .execute()
      await handle.db
        .insertInto('session')
        .values({ tokenHash: hashToken(token), accountId: id })
        .execute()
      tokens.set(id, token)
    }
  await handle.close()
  return tokens
}

async function prove(messages: number): Promise<boolean> {
  const tokens = await addPeople()
  const env = { NODE_ENV: 'production', DATA_DIR: dataDir, DATABASE_URL: url, WRITE_LIMITS: 'off' }
  const servers: (ServerProcess | undefined)[] = []
  for (let count = 0; count < 2; count += 1) servers.push(await startProcess(env))
  const urls = () => servers.flatMap((server) => (server ? [server.url] : []))
  const people = new Map(
    [...tokens].map(([id, token]) => {
      const otherId = id.startsWith('left') ? id.replace('left', 'right') : id.replace('right', 'left')
      return [id, new Person({ id, otherId, token, urls })]
    }),
  )
  const all = [...people.values()]
  const listening = all.map((person) => person.listen())
  let isOver = false
  let kills = 0
  const cutting = (async () => {
    while (!isOver) {
      await sleep(CUT_EVERY_MS * (0.5 + Math.random()))
      all[Math.floor(Math.random() * all.length)]?.cut()
    }
  })()
  const killing = (async () => {
    for (let at = 0; !isOver; at = 1 - at) {
      await sleep(KILL_EVERY_MS * (0.3 + Math.random() / 2))
      if (isOver) return
      const victim = servers[at]
      servers[at] = undefined
      await victim?.stop('SIGKILL')
      kills += 1
      servers[at] = await startProcess(env)
    }
  })()
  const started = Date.now()
  const each = Math.ceil(messages / people.size)
  try {
    const sent = await Promise.all(
      [...people].map(async ([id, person]) => {
        // The operator begins each conversation. The other account may answer once it has received a message.
        if (id.startsWith('right')) while (person.list.length === 0) await sleep(20)
        return [id, await person.write(Array.from({ length: each }, (_, at) => `${id} ${at}`))] as const
      }),
    )
    const took = Date.now() - started
    isOver = true
    await Promise.all([cutting, killing])
    const isWhole = await judge(new Map(sent), people, each)
    const count = (of: (person: Person) => number) => all.reduce((sum, person) => sum + of(person), 0)
    console.log(
      `${each * people.size} messages in ${(took / 1000).toFixed(1)} s, ${kills} kills, ${count(({ cuts }) => cuts)} sockets cut, ` +
        `${count(({ repeats }) => repeats)} calls repeated: ${isWhole ? 'each once, in order, on both sides' : 'FAILED'}`,
    )
    return isWhole
  } finally {
    isOver = true
    for (const person of all) person.stop()
    await Promise.allSettled([cutting, killing, ...listening])
    await Promise.all(servers.map((server) => server?.stop('SIGKILL')))
  }
}

/**
 * Checks that each side shows exactly the messages that both wrote: every message once, in the order of its writer.
 */
async function judge(
  sent: ReadonlyMap<string, readonly string[]>,
  people: ReadonlyMap<string, Person>,
  each: number,
): Promise<boolean> {
  const end = Date.now() + SETTLE_WITHIN_MS
  const isThere = (person: Person) => person.list.length >= 2 * each && person.list.at(-1)?.seq === 2 * each
  while (Date.now() < end && ![...people.values()].every(isThere)) await sleep(50)
  let isWhole = true
  for (const [id, person] of people) {
    const wrong = faultsOf(person.list, sent, 2 * each)
    if (wrong.length > 0) console.error(`${id}: ${wrong.join('; ')}`)
    isWhole &&= wrong.length === 0
  }
  return isWhole
}

function faultsOf(
  list: readonly ChatMessage[],
  sent: ReadonlyMap<string, readonly string[]>,
  wanted: number,
): string[] {
  const faults: string[] = []
  if (list.length !== wanted) faults.push(`${list.length} messages instead of ${wanted}`)
  if (list.some(({ seq }, index) => seq !== index + 1)) faults.push('numbers with gaps')
  for (const writer of new Set(list.map(({ fromId }) => fromId))) {
    const shown = list.filter(({ fromId }) => fromId === writer).map(({ clientId }) => clientId)
    if (JSON.stringify(shown) !== JSON.stringify(sent.get(writer))) faults.push(`those of ${writer} differ`)
  }
  return faults
}
