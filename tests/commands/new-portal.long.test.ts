// Tests that `npm run new -- portal` writes a portal that starts, and refuses unsuitable folders.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import { seedWhenEmpty } from '#server/transfer/seed/seed-when-empty.ts'
import { newPortal } from '../../scripts/lib/new-portal.ts'
import { copyMigrated } from '../server/platform/database/migrated.ts'
import { startProcess } from '../server/support/start-process.ts'
import { createTestApp, type TestApp } from '../server/support/test-app.ts'
import { IS_LONG } from '../support/long-run.ts'
import { ROOT } from '../support/source-files.ts'

const parent = mkdtempSync(join(tmpdir(), 'equipnet-new-'))
const folder = join(parent, 'garden')
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const run = (...words: readonly string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'scripts/new.ts', 'portal', ...words], {
    cwd: ROOT,
    encoding: 'utf8',
  })

describe('npm run new -- portal', () => {
  let app: TestApp
  let said: string

  beforeAll(async () => {
    const { stdout, status, stderr } = run(folder, '园艺小站')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    said = stdout
    app = await createTestApp({ root: folder })
    await seedWhenEmpty(app.services)
  })
  afterAll(() => app?.close())

  test('prints the number of files and how to start the portal', () => {
    expect(said).toMatch(/已写入 \d+ 个文件/)
    expect(said).toContain('npm start')
  })

  test('writes a portal with its own name that passes the check and whose files have editor schemas', async () => {
    const result = await loadConfiguration(folder)
    expect(result.ok ? result.warnings : result.problems).toEqual([])
    expect(app.source.model.site).toMatchObject({ name: '园艺小站', storagePrefix: 'garden' })
    const { $schema } = JSON.parse(readFileSync(join(folder, 'pages-config/article/list.json'), 'utf8'))
    expect(join(folder, 'pages-config/article', $schema)).toBe(join(ROOT, 'schemas/config/page.schema.json'))
  })

  test('writes a portal that starts and stores its data in its own folder', async () => {
    // An empty database takes seconds to make: everyday runs have it made in tests/browser/library.test.ts.
    if (!IS_LONG) await copyMigrated(join(folder, 'data'))
    const started = performance.now()
    const server = await startProcess({ PORTAL_DIR: folder })
    try {
      expect(server.printed()).toContain('园艺小站已启动')
      const page = await (await fetch(`${server.url}/`)).text()
      expect(page).toContain('<title>园艺小站</title>')
      const { data } = await (await fetch(`${server.url}/newapi/article/list`)).json()
      expect(data.totalCount).toBe(2)
      expect(readdirSync(folder)).toContain('data')
      // Of the five minutes that a first portal may take.
      expect(performance.now() - started).toBeLessThan(120_000)
    } finally {
      await server.stop('SIGTERM')
    }
  })

  test('writes a portal that lists, shows, registers, signs in and publishes', async () => {
    const titles = async () =>
      (await app.get<{ list: { title: string }[] }>('/newapi/article/list')).data.list.map(
        ({ title }) => title,
      )
    expect(await titles()).toHaveLength(2)
    expect((await app.get('/newapi/article/info/article-1')).data).toMatchObject({ status: 'published' })
    const person = { userName: 'gardener', password: 'Huahua-2026!', passwordAgain: 'Huahua-2026!' }
    expect((await app.post('/newapi/api/register', person)).code).toBe(0)
    const { data } = await app.post<{ token: string }>('/newapi/api/login', {
      userName: person.userName,
      password: person.password,
    })
    const article = { title: '春天种什么', body: '<p>先松土。</p>' }
    expect((await app.post('/newapi/article/add', article, { token: data.token })).status).toBe(403)
    const editor = await app.signIn('chief', 'editor')
    expect((await app.post('/newapi/article/add', article, { token: editor })).code).toBe(0)
    expect(await titles()).toContain('春天种什么')
  })
})

describe('npm run new -- portal with an unsuitable folder or name', () => {
  test('fails and writes nothing into a folder that is not empty', () => {
    const full = join(parent, 'full')
    mkdirSync(full)
    writeFileSync(join(full, 'notes.txt'), '')
    const { status, stderr } = run(full)
    expect(status).toBe(1)
    expect(stderr).toContain('不是空文件夹')
    expect(readdirSync(full)).toEqual(['notes.txt'])
  })
  test('refuses the folder of the program and a missing folder', () => {
    expect(newPortal('.')).toEqual({ refused: expect.stringContaining('程序所在的文件夹') })
    expect(run().stderr).toContain('用法：npm run new -- portal')
  })
  test('refuses a portal name with a quotation mark and writes nothing', () => {
    const odd = join(parent, 'odd')
    expect(newPortal(odd, '名"字')).toEqual({ refused: expect.stringContaining('门户名称') })
    expect(existsSync(odd)).toBe(false)
  })
})
