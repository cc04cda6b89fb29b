// Tests that all processes on one PostgreSQL serve the revision that one of them publishes.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { DATABASES, type TestDatabase } from '../platform/database/each-database.ts'
import { writeSmallFiles, ZONE } from '../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

const POSTGRES = DATABASES.find(({ isEmbedded }) => !isEmbedded)
const MOOD = 'schemas~dictionaries~mood.json'
const ZONE_FILE = 'zones-config/trial.json'

describe.skipIf(!POSTGRES?.isAvailable)(`processes on one ${POSTGRES?.name}`, () => {
  let roots: readonly string[]
  let database: TestDatabase
  let one: TestApp
  let two: TestApp
  let token: string

  const at = (path: string) => `/newapi/operator/configuration/${path}`
  const labelOf = async (app: TestApp) => {
    const { data } = await app.get<{ label: string }[]>('/newapi/api/dict/dicts/mood')
    return data[0]?.label
  }
  const publish = async (app: TestApp, id: string, change: (text: string) => string) => {
    const { published } = (await app.get<{ published: string }>(at(`info/${id}`), { token })).data
    await app.post(at('save'), { id, text: change(published) }, { token })
    const answer = await app.post<{ revision: number }>(at('publish'), { words: '调整名称' }, { token })
    expect(answer.msg).toBe('success')
    return answer.data.revision
  }
  const relabel = (label: string) => (text: string) => text.replace(/"晴[^"]*"/, `"${label}"`)

  beforeAll(async () => {
    roots = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'equipnet-store-process-')))
    for (const root of roots) await writeSmallFiles(root)
    if (!POSTGRES) return
    database = await POSTGRES.open()
    const second = await openDatabase({ url: database.url ?? '', dataDir: 'unused', poolSize: 2 })
    const open = (root: string | undefined, opened: TestDatabase) =>
      createTestApp({ root: root ?? '', database: { ...POSTGRES, open: async () => opened } })
    one = await open(roots[0], { ...database, drop: async () => undefined })
    two = await open(roots[1], { ...database, handle: second, drop: () => second.close() })
    token = await one.signIn('manager', 'operator')
  }, 60_000)
  afterAll(async () => {
    await two?.close()
    await one?.close()
    await database?.drop()
    for (const root of roots) rmSync(root, { recursive: true, force: true })
  })

  test('what one publishes, the other serves too, and the other way round', async () => {
    const first = await publish(one, MOOD, relabel('晴天'))
    await expect.poll(() => labelOf(two), { timeout: 20_000 }).toBe('晴天')
    expect(two.source.published.revision).toBe(first)
    expect(two.source.model.hash).toBe(one.source.model.hash)
    await publish(two, MOOD, relabel('晴朗'))
    await expect.poll(() => labelOf(one), { timeout: 20_000 }).toBe('晴朗')
  }, 60_000)

  test('a process whose files do not fit keeps its last good model, says why, and follows the next revision', async () => {
    const served = two.source.model.hash
    // Of a deployment that has not reached the other process yet.
    const file = join(roots[1] ?? '', 'zones-config/other.json')
    writeFileSync(file, JSON.stringify({ ...ZONE, title: '另一专区', path: '/Moved' }))
    await two.source.reload()
    const deployed = two.source.model.hash
    expect(deployed).not.toBe(served)
    const refused = await publish(one, ZONE_FILE.replaceAll('/', '~'), (text) =>
      text.replace(ZONE.path, '/Moved'),
    )
    await expect.poll(() => two.source.problems.length, { timeout: 20_000 }).toBeGreaterThan(0)
    expect(two.source.model.hash).toBe(deployed)
    const state = await two.get<{ revision: number; servedRevision: number; problems: object[] }>(
      at('state'),
      { token },
    )
    expect(state.data.revision).toBe(refused)
    expect(state.data.servedRevision).toBeLessThan(refused)
    expect(state.data.problems).not.toEqual([])

    const repaired = await publish(one, ZONE_FILE.replaceAll('/', '~'), (text) =>
      text.replace('/Moved', '/Elsewhere'),
    )
    await expect.poll(() => two.source.published.revision, { timeout: 20_000 }).toBe(repaired)
    expect(two.source.model.pages.map(({ path }) => path).sort()).toEqual(['/Elsewhere', '/Moved'])
    expect(readFileSync(file, 'utf8'), 'no file is touched').toContain('/Moved')
  }, 60_000)
})
