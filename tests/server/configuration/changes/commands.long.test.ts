// Tests that start, check and migrate validate a configuration against stored records alike.
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BRIEF } from '../../../../scripts/lib/brief-process.ts'
import { newPortal } from '../../../../scripts/lib/new-portal.ts'
import { IS_LONG } from '../../../support/long-run.ts'
import { ONE_DATABASE, type TestDatabase } from '../../platform/database/each-database.ts'
import { copyMigrated } from '../../platform/database/migrated.ts'
import { ROOT } from '../../support/small-configuration.ts'
import type { Written } from './gate-app.ts'

const PORT = '4600'
const MIGRATION = 'schemas/migrations/2026-11.json'
const ARTICLE = 'schemas/content/article.json'

let home: string
let portal: string
let data: string
/** Where there is one on a server; else the records lie in `data`. */
let opened: TestDatabase | undefined
const env = () => ({
  PATH: process.env.PATH,
  PORTAL_DIR: portal,
  DATA_DIR: data,
  ...(opened?.url ? { DATABASE_URL: opened.url } : {}),
  PORT,
  HOST: '127.0.0.1',
  PUBLIC_URL: 'http://portal.example',
  NODE_ENV: 'production',
  DEMO: '1',
})

interface Ended {
  readonly code: number
  readonly text: string
}

/** As built; from the sources, it takes three times as long to begin. */
const BUILT = { check: 'dist/server/check.js', migrate: 'dist/server/migrate.js' } as const

/** Of the commands of which everyday runs ask the built one alone. */
const MIGRATE = IS_LONG ? 'scripts/migrate.ts' : 'migrate'

/** From another folder than the portal's, as an operator does. */
function command(name: keyof typeof BUILT | `scripts/${string}`, ...args: string[]): Promise<Ended> {
  const program = name === 'check' || name === 'migrate' ? [BUILT[name]] : ['--import', 'tsx', name]
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...BRIEF, ...program, ...args],
      { cwd: ROOT, env: env(), timeout: 60_000 },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, text: stdout + stderr }),
    )
  })
}

/** Until it says that it has started, or ends. */
function start(): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...BRIEF, 'dist/server/main.js'], { cwd: ROOT, env: env() })
    let text = ''
    const take = (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('启动用时')) setTimeout(() => child.kill('SIGTERM'), 100)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('exit', (code) => resolve({ code: text.includes('启动用时') ? 0 : (code ?? 1), text }))
  })
}

const write = async (path: string, text: string) => {
  await mkdir(dirname(join(portal, path)), { recursive: true })
  writeFileSync(join(portal, path), text)
}
/** Wherever the files name the field. */
const rename = (from: string, to: string) => {
  for (const name of readdirSync(portal, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.json') || /migrations|[\\/]api[\\/]/.test(name)) continue
    const text = readFileSync(join(portal, name), 'utf8')
    writeFileSync(
      join(portal, name),
      text.replaceAll(`"${from}"`, `"${to}"`).replaceAll(`item.${from}`, `item.${to}`),
    )
  }
}

describe.each(ONE_DATABASE)('configuration commands on $name', ({ isEmbedded, open }) => {
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'equipnet-commands-'))
    portal = join(home, 'portal')
    data = join(home, 'data')
    if (!isEmbedded) {
      opened = await open()
      await opened.handle.close()
    }
    // A database from before is filled like a new one, which takes seconds to make.
    else if (!IS_LONG) await copyMigrated(data)
    expect(newPortal(portal, '试验门户')).toHaveProperty('files')
    expect(await start()).toMatchObject({ code: 0, text: expect.stringContaining('已填入 2 条') })
  }, 120_000)
  afterAll(async () => {
    await opened?.drop()
    opened = undefined
    rmSync(home, { recursive: true, force: true })
  })

  describe('renamed field with stored records', () => {
    const records = () => opened?.url ?? data
    const CONFIRMED = /确认码 ([0-9a-f]{12})/
    const said = '“摘要”（summary）已删去，而已有 2 条内容填写了该项'

    beforeAll(() => rename('summary', 'digest'))

    test('check --against reports the records that lose the field, with file and line', async () => {
      if (IS_LONG) expect(await command('check')).toMatchObject({ code: 0 })
      const found = await command('check', '--against', records())
      expect(found.code, found.text).toBe(1)
      expect(found.text).toContain(said)
      expect(found.text).toMatch(/schemas\/content\/article\.json:\d+:\d+ 错误/)
      if (IS_LONG) {
        const github = await command('check', '--against', records(), '--format', 'github')
        expect(github.text).toMatch(
          /^::error file=schemas\/content\/article\.json,line=\d+.*records_field_removed/m,
        )
      }
      const unused = join(home, 'unused')
      await copyMigrated(unused)
      expect(await command('check', '--against', unused), 'a folder, without records').toMatchObject({
        code: 0,
      })
      expect(await command('check', '--against', join(home, 'nowhere'))).toMatchObject({
        code: 2,
        text: expect.stringContaining('没有数据库'),
      })
    })

    test('the server does not start and logs the reason', async () => {
      const refused = await start()
      expect(refused.code).toBe(1)
      expect(refused.text).toContain('配置有误，服务没有启动')
      expect(refused.text).toContain(said)
    })

    test('migrate tries, applies and undoes the migration, and the start applies a confirmed one', async () => {
      const steps = [{ rename: 'field', in: 'article', from: 'summary', to: 'digest' }]
      const migration = { $schema: '../config/migration.schema.json', title: '改名', steps }
      await write(MIGRATION, JSON.stringify(migration, null, 2))
      const tried = await command(MIGRATE)
      expect(tried).toMatchObject({ code: 0, text: expect.stringContaining('2 条内容') })
      expect(tried.text).toContain('没有任何改动')
      if (IS_LONG) expect((await start()).text).toContain('尚未执行')
      expect(await command('migrate', '--apply')).toMatchObject({
        code: 0,
        text: expect.stringContaining('已执行'),
      })
      if (IS_LONG) {
        expect((await command('migrate', '--apply')).text).toContain('没有要执行的迁移')
        expect(await command('check', '--against', records())).toMatchObject({ code: 0 })
      }
      expect((await command('migrate', '--undo')).text).toContain('恢复 2 条')
      if (IS_LONG) expect((await command('migrate', '--list')).text).toMatch(/2026-11 改名，.* 撤回/)
      const [, confirmed] = CONFIRMED.exec(tried.text) ?? []
      await write(MIGRATION, JSON.stringify({ ...migration, confirmed }, null, 2))
      const begun = await start()
      expect(begun.code, begun.text).toBe(0)
      expect((await command('migrate')).text).toContain('没有要执行的迁移')
    }, 240_000)
  }, 240_000)

  test('migrate --archive prints the archived values as JSON lines', async () => {
    const written = JSON.parse(readFileSync(join(portal, ARTICLE), 'utf8')) as Written
    const { digest: _digest, ...properties } = written.fields.properties
    await write(
      ARTICLE,
      JSON.stringify({ ...written, fields: { ...written.fields, properties }, samples: undefined }),
    )
    for (const page of ['list', 'detail']) {
      const path = `pages-config/article/${page}.json`
      await write(path, readFileSync(join(portal, path), 'utf8').replaceAll('"digest",', ''))
    }
    rmSync(join(portal, 'schemas/samples/article.json'))
    const steps = [{ archive: 'field', in: 'article', name: 'digest' }]
    await write(
      'schemas/migrations/2026-12.json',
      JSON.stringify({ $schema: '../config/migration.schema.json', title: '归档', steps }),
    )
    expect(await command('migrate', '--apply')).toMatchObject({ code: 0 })
    const { text } = await command('migrate', '--archive')
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ values }) => values.digest).sort()).toEqual([
      '写一个内容类型，再写列表页和详情页。',
      '这是一条示例文章，登录后可以发布自己的。',
    ])
  }, 120_000)
})
