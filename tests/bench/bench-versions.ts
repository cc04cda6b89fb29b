// Measures what versions cost: saves of a portal that keeps them beside those of one that does not, and 1,000 versions.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { newDemand } from './new-demand.ts'
import { newFolder, type PortalProcess, signIn, startPortal } from './portal-process.ts'
import { absolute, type BenchRow, compared, median } from './statistics.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const FOLDERS = ['pages-config', 'zones-config', 'schemas']
const TYPE = 'schemas/content/demand.json'
const MANY = 1_000

interface Load {
  readonly seconds: number
  readonly connections: number
  readonly rounds: number
}

/** The portal's own configuration, but that its demands keep no versions. */
function writeWithout(folder: string): void {
  for (const name of FOLDERS)
    if (existsSync(join(ROOT, name))) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  const file = join(folder, TYPE)
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), versions: false }))
}

interface Answer {
  readonly id: string
  readonly revision: number
}

/** A demand that its operator edits again and again. */
class Writer {
  readonly #portal: PortalProcess
  readonly #token: string
  #item: Answer | undefined
  #turn = 0

  constructor(portal: PortalProcess, token: string) {
    this.#portal = portal
    this.#token = token
  }

  async call<T>(path: string, body?: object): Promise<T> {
    const answer = await fetch(`${this.#portal.url}/newapi${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { token: this.#token, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const { data, msg, code } = (await answer.json()) as { data: T; msg: string; code: number }
    if (code !== 0) throw new Error(`${path}: ${msg}`)
    return data
  }

  /** Some 2 KB, of which each save changes the title. */
  #body(): object {
    this.#turn += 1
    return newDemand(`第 ${process.hrtime.bigint()} 批`, 12)
  }

  add = async (): Promise<Answer> => {
    this.#item = await this.call<Answer>('/demand/add', this.#body())
    return this.#item
  }

  save = async (): Promise<Answer> => {
    const { id, revision } = this.#item ?? (await this.add())
    const saved = await this.call<Answer>('/demand/update', { ...this.#body(), id, revision })
    this.#item = saved
    return saved
  }
}

async function perSecond(
  writers: readonly Writer[],
  seconds: number,
  save: (writer: Writer) => Promise<unknown>,
): Promise<number> {
  const start = performance.now()
  let count = 0
  const each = async (writer: Writer) => {
    do {
      await save(writer)
      count += 1
    } while (performance.now() - start < seconds * 1000)
  }
  await Promise.all(writers.map(each))
  return count / ((performance.now() - start) / 1000)
}

/** `admin` makes a database for each of both portals. */
export async function benchVersions(
  admin: pg.Client,
  clusterUrl: string,
  { seconds, connections, rounds }: Load,
): Promise<BenchRow[]> {
  const portals: PortalProcess[] = []
  const folders: ReturnType<typeof newFolder>[] = []
  const databases: string[] = []
  const open = async (name: string, env: Readonly<Record<string, string>>) => {
    const database = `bench_versions_${name}_${Date.now()}`
    await admin.query(`create database ${database}`)
    databases.push(database)
    const data = newFolder()
    folders.push(data)
    const url = Object.assign(new URL(clusterUrl), { pathname: `/${database}` }).toString()
    const portal = await startPortal({ DATABASE_URL: url, DATA_DIR: data.path, ...env })
    portals.push(portal)
    const token = await signIn(portal.url, 'demo-unit')
    return Array.from({ length: connections }, () => new Writer(portal, token))
  }
  try {
    const without = newFolder()
    folders.push(without)
    writeWithout(without.path)
    const kept = await open('kept', {})
    const none = await open('none', { PORTAL_DIR: without.path })
    const rows: BenchRow[] = []
    for (const [what, save] of [
      ['create', (writer: Writer) => writer.add()],
      ['edit', (writer: Writer) => writer.save()],
    ] as const) {
      const [withVersions, bare]: [number[], number[]] = [[], []]
      await perSecond(none, seconds / 2, save)
      await perSecond(kept, seconds / 2, save)
      for (let round = 0; round < rounds; round++) {
        bare.push(await perSecond(none, seconds, save))
        withVersions.push(await perSecond(kept, seconds, save))
      }
      // A save with a version costs at most 1.15 of one without.
      const goal = { atLeast: 1 / 1.15 }
      rows.push(
        compared(
          `server: ${what} with versions, beside without`,
          'req/s',
          median(withVersions),
          median(bare),
          goal,
        ),
      )
    }
    return [...rows, ...(await measureMany(kept[0] as Writer, seconds === 0 ? 3 : MANY))]
  } finally {
    for (const portal of portals) await portal.stop()
    for (const folder of folders) folder.remove()
    for (const name of databases) await admin.query(`drop database if exists ${name} with (force)`)
  }
}

async function measureMany(writer: Writer, count: number): Promise<BenchRow[]> {
  await writer.add()
  let last = await writer.save()
  for (let number = 3; number <= count; number++) last = await writer.save()
  const { id, revision } = last
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    return absolute(`server: ${what} of ${count}`, 'ms', performance.now() - start, { atMost: 1_000 })
  }
  return [
    await timed('list of versions', () => writer.call(`/api/version/list?id=${id}&limit=50`)),
    await timed('comparison of two versions', () =>
      writer.call(`/api/version/compare?id=${id}&from=1&to=${count}`),
    ),
    await timed('restored version', () => writer.call('/api/version/restore', { id, number: 1, revision })),
  ]
}
