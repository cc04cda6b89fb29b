// Tests that a portal's own code is built and loaded again when a file of it is saved, without a restart.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portalCodeLoader, rebuildPortalCode } from '#server/configuration/portal-code.ts'
import { watchConfigurationFiles } from '#server/configuration/watch-configuration.ts'
import { WORKSHOP } from '../portals/workshop.ts'
import { createTestApp, type TestApp } from '../server/support/test-app.ts'

const WAIT = { timeout: 30_000, interval: 100 }

let portal: string
let app: TestApp
let stopWatching: () => void
let toolId: string

beforeAll(async () => {
  portal = mkdtempSync(join(tmpdir(), 'equipnet-reload-'))
  cpSync(WORKSHOP, portal, { recursive: true })
  const code = await rebuildPortalCode(portal)
  app = await createTestApp({ root: portal, code })
  app.source.setCode(code, portalCodeLoader(portal, code))
  stopWatching = watchConfigurationFiles(app.source, (error) => {
    throw error
  })
  const keeper = await app.signIn('keeper', 'keeper')
  const tool = { title: '电钻', stock: 3 }
  toolId = (await app.post<{ id: string }>('/newapi/tool/add', tool, { token: keeper })).data.id
}, 60_000)
afterAll(async () => {
  stopWatching?.()
  await app?.close()
  rmSync(portal, { recursive: true, force: true })
})

const change = (path: string, edit: (text: string) => string) =>
  writeFileSync(join(portal, path), edit(readFileSync(join(portal, path), 'utf8')))

/** What a member is told who asks for more than there is. */
async function refusal(): Promise<string | undefined> {
  const token = await app.signIn('member', 'member')
  const body = { toolId, quantity: 9, until: '2999-01-01' }
  const { errors } = await app.post('/newapi/borrowing/add', body, { token })
  return errors?.[0]?.message
}

const FILE = 'handlers/borrowing.ts'

test('a saved hook is used, one that does not compile is reported while the last good one stays', async () => {
  expect(await refusal()).toBe('现有 3 件，请减少件数')
  change(FILE, (text) => text.replace('请减少件数', '请少借几件'))
  await expect.poll(refusal, WAIT).toBe('现有 3 件，请少借几件')

  change(FILE, (text) => `${text}\nconst = 1\n`)
  await expect.poll(() => app.source.problems.map(({ slug }) => slug), WAIT).toEqual(['handler_refused'])
  expect(app.source.problems[0]).toMatchObject({ file: FILE, message: expect.stringContaining('构建失败') })
  expect(await refusal()).toBe('现有 3 件，请少借几件')

  change(FILE, (text) => text.replace('const = 1', '').replace('请少借几件', '请改少些'))
  await expect.poll(refusal, WAIT).toBe('现有 3 件，请改少些')
  expect(app.source.problems).toEqual([])
}, 90_000)

test('a hook of a type that the configuration lacks is refused together with the configuration', async () => {
  change(FILE, (text) => text.replace('borrowing: {', 'borrowings: {'))
  await expect.poll(() => app.source.problems.map(({ slug }) => slug), WAIT).toEqual(['hook_type'])
  expect(app.source.problems[0]?.nearest).toBe('borrowing')
  expect(await refusal()).toBe('现有 3 件，请改少些')
  change(FILE, (text) => text.replace('borrowings: {', 'borrowing: {'))
  await expect.poll(() => app.source.problems, WAIT).toEqual([])
}, 90_000)
