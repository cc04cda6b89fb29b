// Tests files of samples: stored at seeding, readable for the readers of the item.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedWhenEmpty } from '#server/transfer/seed/seed-when-empty.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'equipnet-samples-'))
let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ env: { DATA_DIR: folder } })
  const files = {
    store: app.files,
    folder: join(app.settings.portal, 'schemas', 'samples', 'files'),
  }
  await seedWhenEmpty(app.services, files)
}, 60_000)
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

test('seeding stores every file that a sample names, readable for the readers of the sample only', async () => {
  const { contentTypes, samples } = app.source.model
  const isPrivate = (type: string) => {
    const { initial, states } = contentTypes.find(({ name }) => name === type)?.lifecycle ?? { states: {} }
    return !Object.values(states).some((state) => state.public) && initial !== undefined
  }
  const kept = Object.entries(samples).filter(([type]) => isPrivate(type))
  const among = (type: readonly unknown[]) => JSON.stringify(type).match(/@file:[\w.-]+/g) ?? []
  const hidden = new Set(kept.flatMap(([, list]) => among(list)))
  expect(hidden.size).toBeGreaterThan(0)
  const operator = await app.signIn('operator', 'operator')
  const named = JSON.stringify(app.source.model.samples).match(/@file:[\w.-]+/g) ?? []
  expect(named.length).toBeGreaterThan(10)
  const rows = await app.services.db.selectFrom('file').selectAll().execute()
  expect(new Set(rows.map(({ name }) => `@file:${name}`))).toEqual(new Set(named))
  for (const { id, size, name } of rows) {
    const path = `/file/fileOperation/download/${id}`
    const isHidden = hidden.has(`@file:${name}`)
    if (isHidden) expect([name, (await app.get(path)).status]).toEqual([name, 404])
    const { status, headers } = await app.get(path, isHidden ? { token: operator } : {})
    expect([name, status, headers['content-length']]).toEqual([name, 200, String(size)])
  }
})

test('seeded items contain file ids instead of file names', async () => {
  const { rows } = await app.services.db
    .selectFrom('item')
    .select('body')
    .execute()
    .then((all) => ({ rows: all.map(({ body }) => JSON.stringify(body)) }))
  expect(rows.filter((body) => body.includes('@file:'))).toEqual([])
})
