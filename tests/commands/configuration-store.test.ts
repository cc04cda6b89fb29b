// Tests `npm run config:export` and `npm run config:import` on the data of a portal that is stopped.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertRevision, loadPublished } from '#server/configuration/store/published.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { writePortalFiles } from '../support/portal-files.ts'
import { ROOT } from '../support/source-files.ts'

const URGENCY = 'schemas/dictionaries/demandUrgency.json'
const SECOND = 'zones-config/second.json'

let folder: string
let portal: string
const data = () => join(folder, 'data')
const textOf = (path: string) => readFileSync(join(portal, path), 'utf8')
const relabel = (text: string, label: string) => text.replace(/("label": )"[^"]*"/, `$1"${label}"`)
/** A copy of another zone. */
let second = ''

async function withDatabase<T>(
  work: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ dataDir: data() })
  try {
    await migrate(database.db)
    return await work(database.db)
  } finally {
    await database.close()
  }
}

function run(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'scripts/configuration.ts', ...args],
    {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: data(), PORTAL_DIR: portal },
    },
  )
  return { status, text: stdout + stderr }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'equipnet-config-command-'))
  portal = join(folder, 'portal')
  writePortalFiles(portal)
  second = textOf('zones-config/flood.json')
    .replaceAll('防汛专区', '又一专区')
    .replace('/FloodZone', '/SecondZone')
  const base = textOf(URGENCY)
  await withDatabase((db) =>
    db.transaction().execute((transaction) =>
      insertRevision(transaction, {
        parent: 0,
        author: null,
        words: '试用',
        at: new Date(),
        layer: { [URGENCY]: { base, text: relabel(base, '急件') }, [SECOND]: { base: null, text: second } },
      }),
    ),
  )
}, 180_000)
afterAll(() => {
  for (const path of [folder, `${data()}.lock`]) rmSync(path, { recursive: true, force: true })
})

test('config:export writes what was published into the files, and says which; then nothing is left to write', () => {
  const written = run('export')
  expect(written).toMatchObject({ status: 0 })
  expect(written.text).toContain(`已写入 ${URGENCY}`)
  expect(written.text).toContain('共 2 个文件（第 1 版）')
  expect(textOf(URGENCY)).toContain('急件')
  expect(textOf(SECOND)).toBe(second)
  expect(run('export').text).toContain('文件与已发布的配置相同')
}, 180_000)

test('config:import publishes the files of another folder, and later the own files again', async () => {
  const other = join(folder, 'other')
  cpSync(portal, other, { recursive: true })
  writeFileSync(join(other, URGENCY), relabel(textOf(URGENCY), '特急件'))
  rmSync(join(other, SECOND))
  const imported = run('import', '--from', other)
  expect(imported.text).toContain('共 2 个文件（第 2 版）')
  const { layer } = await withDatabase(loadPublished)
  expect(layer[URGENCY]?.text).toContain('特急件')
  expect(layer[SECOND]).toEqual({ base: second, text: null })
  expect(existsSync(join(portal, SECOND)), 'the files stay').toBe(true)

  expect(run('import').text).toContain('共 2 个文件（第 3 版）')
  expect((await withDatabase(loadPublished)).layer).toEqual({})
  expect(run('import')).toMatchObject({ status: 1, text: expect.stringContaining('没有可以发布的修改') })
}, 180_000)

test('config:import refuses files that do not fit together, and publishes nothing', async () => {
  const other = join(folder, 'wrong')
  cpSync(portal, other, { recursive: true })
  writeFileSync(join(other, URGENCY), '{ "title": 1 }')
  const { status, text } = run('import', '--from', other)
  expect(status).toBe(1)
  expect(text).toContain('配置有误，没有发布')
  expect((await withDatabase(loadPublished)).revision).toBe(3)
}, 180_000)
