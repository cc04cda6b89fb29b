// Tests the lock file of a data folder: acquisition, takeover, release, loss.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { DataLockedError, takeDataLock } from '#server/platform/database/pglite/data-lock.ts'
import { copyMigrated } from './migrated.ts'

const root = mkdtempSync(join(tmpdir(), 'equipnet-lock-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const onLost = (): void => undefined

/** Of one case alone: most of them wait, and do so beside each other. */
function freshFolder() {
  const dataDir = join(mkdtempSync(join(root, 'case-')), 'data')
  return { dataDir, lockFile: `${dataDir}.lock` }
}
type Folder = ReturnType<typeof freshFolder>

/** What this process writes into a lock, as a start for holders that differ in one point. */
async function readOwnHolder({ dataDir, lockFile }: Folder): Promise<Record<string, unknown>> {
  const lock = await takeDataLock(dataDir, onLost)
  const holder = JSON.parse(readFileSync(lockFile, 'utf8')) as Record<string, unknown>
  lock.release()
  return holder
}

function findDeadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid
}

describe.concurrent('lock of a data folder', { timeout: 30_000 }, () => {
  it('lies outside the folder and is removed on release', async () => {
    const { dataDir, lockFile } = freshFolder()
    const lock = await takeDataLock(dataDir, onLost)
    expect(existsSync(lockFile)).toBe(true)
    lock.release()
    expect(existsSync(lockFile)).toBe(false)
  })

  it('refuses a second opener with one line that names folder and process', async () => {
    const { dataDir } = freshFolder()
    const lock = await takeDataLock(dataDir, onLost)
    const failure = await takeDataLock(dataDir, onLost).catch((error: Error) => error)
    expect(failure).toBeInstanceOf(DataLockedError)
    expect(String(failure)).toContain(`数据目录 ${dataDir} 正被进程 ${process.pid} 使用`)
    lock.release()
  })

  it('is kept while its process runs, and is free once the process is killed', async () => {
    const folder = freshFolder()
    const { dataDir, lockFile } = folder
    const holder = await readOwnHolder(folder)
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000); console.log(1)'])
    await once(child.stdout, 'data')
    const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    writeFileSync(lockFile, JSON.stringify({ ...holder, pid: child.pid, started }))
    await expect(takeDataLock(dataDir, onLost)).rejects.toThrow(DataLockedError)
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    const lock = await takeDataLock(dataDir, onLost)
    lock.release()
  })

  it.each([
    ['a dead process', async (folder: Folder) => ({ ...(await readOwnHolder(folder)), pid: findDeadPid() })],
    [
      'an earlier process with the same id',
      async (folder: Folder) => ({ ...(await readOwnHolder(folder)), started: '1' }),
    ],
    ['a writer that died while writing it', async () => ''],
  ])('is taken over from %s', async (_name, toContent) => {
    const folder = freshFolder()
    const { dataDir, lockFile } = folder
    const content = await toContent(folder)
    writeFileSync(lockFile, content === '' ? '' : JSON.stringify(content))
    const lock = await takeDataLock(dataDir, onLost)
    expect(readFileSync(lockFile, 'utf8')).toContain(`"pid":${process.pid}`)
    lock.release()
  })

  it('is taken over by one of four parallel openers only', async () => {
    const folder = freshFolder()
    const { dataDir, lockFile } = folder
    writeFileSync(lockFile, JSON.stringify({ ...(await readOwnHolder(folder)), pid: findDeadPid() }))
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => takeDataLock(dataDir, onLost)))
    const taken = results.filter((result) => result.status === 'fulfilled')
    expect(taken).toHaveLength(1)
    for (const { value } of taken) value.release()
  })

  it('of a process in another container is kept while the file is touched every second', async () => {
    const folder = freshFolder()
    const { dataDir, lockFile } = folder
    writeFileSync(lockFile, JSON.stringify({ ...(await readOwnHolder(folder)), world: 'elsewhere' }))
    const beat = setInterval(() => utimesSync(lockFile, new Date(), new Date()), 1_000)
    await expect(takeDataLock(dataDir, onLost)).rejects.toThrow(DataLockedError)
    clearInterval(beat)
  })

  it('of a process in another container is taken over after a minute without a touch', async () => {
    const folder = freshFolder()
    const { dataDir, lockFile } = folder
    writeFileSync(lockFile, JSON.stringify({ ...(await readOwnHolder(folder)), world: 'elsewhere' }))
    const past = new Date(Date.now() - 60_000)
    utimesSync(lockFile, past, past)
    const lock = await takeDataLock(dataDir, onLost)
    lock.release()
  })

  it('notifies its holder when another process overwrites the file, and leaves the file unchanged', async ({
    expect,
  }) => {
    const { dataDir, lockFile } = freshFolder()
    const lost = new Promise<Error>((resolve) => void takeDataLock(dataDir, resolve))
    await expect.poll(() => existsSync(lockFile)).toBe(true)
    writeFileSync(lockFile, '{"pid":1}')
    expect((await lost).message).toContain('已被另一个进程占用')
    expect(readFileSync(lockFile, 'utf8')).toBe('{"pid":1}')
  })

  it('is created again when the file is deleted', async ({ expect }) => {
    const { dataDir, lockFile } = freshFolder()
    const lock = await takeDataLock(dataDir, onLost)
    rmSync(lockFile)
    await expect
      .poll(() => statSync(lockFile, { throwIfNoEntry: false })?.isFile(), { timeout: 5_000 })
      .toBe(true)
    lock.release()
  })
})

describe.concurrent('PGlite folder', { timeout: 60_000 }, () => {
  it('opens for one process only, keeps its tables and opens again', async () => {
    const { dataDir, lockFile } = freshFolder()
    await copyMigrated(dataDir)
    const first = await openDatabase({ dataDir })
    await expect(openDatabase({ dataDir })).rejects.toThrow('不能同时打开')
    await first.db.schema.createTable('kept').addColumn('id', 'integer').execute()
    await first.close()
    expect(existsSync(lockFile)).toBe(false)
    const second = await openDatabase({ dataDir })
    expect((await second.db.introspection.getTables()).map(({ name }) => name)).toContain('kept')
    await second.close()
  })

  it('with invalid content is refused with a message and leaves no lock', async () => {
    const { dataDir, lockFile } = freshFolder()
    mkdirSync(join(dataDir, 'pglite'), { recursive: true })
    writeFileSync(join(dataDir, 'pglite', 'PG_VERSION'), 'nonsense')
    await expect(openDatabase({ dataDir })).rejects.toThrow('无法打开数据目录')
    expect(existsSync(lockFile)).toBe(false)
  })
})
