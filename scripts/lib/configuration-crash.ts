// Kills one of two portals on one database with kill -9 while a configuration is published; compares what both serve.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PASSWORD, type RunningPortal, startPortal } from '../../tests/browser/support/start-portal.ts'
import { HAS_SERVER, startPostgres } from '../../tests/support/postgres-servers.ts'

/** A publication takes about so long: the check, the transaction and the reload. */
const KILL_WITHIN_MS = 1_500
const SERVED_WITHIN_MS = 60_000
/** Every fourth kill hits the process that follows. */
const KILL_FOLLOWER_EVERY = 4
const DICTIONARY = 'validity'
const FILE = `schemas~dictionaries~${DICTIONARY}.json`
const AT = '/newapi/operator/configuration'

export interface ConfigurationCrash {
  readonly kills: number
  /** Publications that were stored. */
  readonly published: number
  /** Those of them that were answered before the kill. */
  readonly acknowledged: number
  readonly lost: number
  /** Kills after which the two processes served different revisions, or not the latest one. */
  readonly different: number
  /** From the call of a publication until the other process serves it, in undisturbed rounds. */
  readonly visibleMs: readonly number[]
}

/** Null where PostgreSQL is not installed. */
export async function runConfigurationCrash(kills: number): Promise<ConfigurationCrash | null> {
  if (!HAS_SERVER) return null
  const root = mkdtempSync(join(tmpdir(), 'equipnet-configuration-'))
  const database = await startPostgres()
  const start = (port?: number) =>
    startPortal({
      dataDir: join(root, 'data'),
      ...(port ? { port } : {}),
      env: { DATABASE_URL: database.url, DEMO_PASSWORD },
    })
  const portals: [RunningPortal, RunningPortal] = [await start(), await start()]
  const acknowledged = new Set<number>()
  const visibleMs: number[] = []
  let [different, lost] = [0, 0]
  try {
    for (let cycle = 0; cycle < kills; cycle += 1) {
      if (cycle % KILL_FOLLOWER_EVERY === 1) visibleMs.push(await measure(portals, `可见${cycle}`))
      const token = await prepare(portals[0].url, `名称${cycle}`)
      const publishing = publish(portals[0].url, token).then(
        (revision) => void acknowledged.add(revision),
        () => undefined,
      )
      await sleep(Math.random() * KILL_WITHIN_MS)
      const victim = cycle % KILL_FOLLOWER_EVERY === KILL_FOLLOWER_EVERY - 1 ? 1 : 0
      await portals[victim].stop('SIGKILL')
      await publishing
      portals[victim] = await start(Number(new URL(portals[victim].url).port))
      if (!(await agree(portals))) different += 1
    }
    const token = await signIn(portals[1].url)
    for (const no of acknowledged) if (!(await exists(portals[1].url, token, no))) lost += 1
    const { totalCount } = await call<{ totalCount: number }>(portals[1].url, `${AT}/revision/list`, token)
    return { kills, published: totalCount, acknowledged: acknowledged.size, lost, different, visibleMs }
  } finally {
    await Promise.all(portals.map((portal) => portal.stop()))
    database.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

async function call<T>(url: string, path: string, token: string, body?: object): Promise<T> {
  const sent = body && { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(`${url}${path}`, {
    ...sent,
    headers: { 'content-type': 'application/json', token },
  })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: T }
  if (code !== 0) throw new Error(`${path}: ${msg}`)
  return data
}

async function signIn(url: string): Promise<string> {
  const account = { userName: 'demo-operator', password: DEMO_PASSWORD }
  return (await call<{ token: string }>(url, '/newapi/api/login', '', account)).token
}

/** Saves a draft with the label; answers the token of its author. */
async function prepare(url: string, label: string): Promise<string> {
  const token = await signIn(url)
  const { published } = await call<{ published: string }>(url, `${AT}/info/${FILE}`, token)
  const text = published.replace(/("label":\s*)"[^"]*"/, `$1"${label}"`)
  await call(url, `${AT}/save`, token, { id: FILE, text, isRebased: true })
  return token
}

/** Answers the number of the revision. */
async function publish(url: string, token: string): Promise<number> {
  const { revision } = await call<{ revision: number }>(url, `${AT}/publish`, token, { words: '中断试验' })
  return revision
}

async function labelOf(url: string): Promise<string | undefined> {
  const [first] = await call<{ label: string }[]>(url, `/newapi/api/dict/dicts/${DICTIONARY}`, '')
  return first?.label
}

const stateOf = (url: string, token: string) =>
  call<{ revision: number; servedRevision: number }>(url, `${AT}/state`, token)

const exists = (url: string, token: string, no: number): Promise<boolean> =>
  call(url, `${AT}/revision/info/${no}`, token).then(
    () => true,
    () => false,
  )

/** Both serve the latest revision, which says what both answer. */
async function agree(portals: readonly RunningPortal[]): Promise<boolean> {
  const deadline = Date.now() + SERVED_WITHIN_MS
  for (;;) {
    const states = await Promise.all(
      portals.map(async ({ url }) => {
        const token = await signIn(url)
        const { published } = await call<{ published: string }>(url, `${AT}/info/${FILE}`, token)
        const stored = /"label":\s*"([^"]*)"/.exec(published)?.[1]
        return { ...(await stateOf(url, token)), isStored: stored === (await labelOf(url)) }
      }),
    )
    const [first] = states
    const isSame = states.every(
      ({ revision, servedRevision, isStored }) =>
        isStored && revision === first?.revision && servedRevision === revision,
    )
    if (isSame) return true
    if (Date.now() > deadline) return false
    await sleep(100)
  }
}

async function measure([one, two]: readonly [RunningPortal, RunningPortal], label: string): Promise<number> {
  const token = await prepare(one.url, label)
  const began = performance.now()
  await publish(one.url, token)
  while ((await labelOf(two.url)) !== label) await sleep(20)
  return Math.round(performance.now() - began)
}
