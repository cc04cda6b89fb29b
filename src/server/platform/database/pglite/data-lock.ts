// Locks a data folder by a lock file, so that only one process uses it at a time.
import {
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The process that holds a lock. `world` names the machine run and process namespace in which `pid` is meaningful.
 */
interface Holder {
  readonly pid: number
  readonly started: string | null
  readonly world: string
  readonly token: string
}

export interface DataLock {
  release(): void
}

export class DataLockedError extends Error {
  override readonly name = 'DataLockedError'
}

const BEAT_MS = 2_000
/** A holder whose process cannot be seen from here counts as dead after this long without a beat. */
const SILENCE_MS = 7_000
const SETTLE_MS = 150

/**
 * Takes `<dataDir>.lock`, which stands outside the folder so that a copy of the folder never carries it.
 * `onLost` hears when somebody else took the lock all the same; the folder must not be written any more.
 */
export async function takeDataLock(dataDir: string, onLockLost: (error: Error) => void): Promise<DataLock> {
  mkdirSync(dataDir, { recursive: true })
  const file = `${realpathSync(dataDir)}.lock`
  const mine = JSON.stringify(describeSelf())

  if (!createLock(file, mine)) {
    const found = await readSettled(file)
    if (found && (await isAlive(file, found))) throw toRefusal(dataDir, file, found)
    if (!stealLock(file, found, mine)) throw toRefusal(dataDir, file, found)
    // Of two that steal at the same moment, the later one stays.
    await sleep(SETTLE_MS)
    if (readLock(file) !== mine) throw toRefusal(dataDir, file, readLock(file))
  }

  const timer = setInterval(() => {
    if (!beat(file, mine)) {
      clearInterval(timer)
      onLockLost(new Error(`数据目录的锁文件 ${file} 已被另一个进程占用`))
    }
  }, BEAT_MS)
  timer.unref()

  return {
    release() {
      clearInterval(timer)
      if (readLock(file) === mine) rmSync(file, { force: true })
    },
  }
}

function createLock(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx' })
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Reads again and replaces with no pause in between, so that a lock taken meanwhile is not lost. */
function stealLock(file: string, found: string | undefined, mine: string): boolean {
  const own = `${file}.${process.pid}`
  writeFileSync(own, mine)
  if (readLock(file) === found) {
    renameSync(own, file)
    return true
  }
  rmSync(own, { force: true })
  return false
}

function beat(file: string, mine: string): boolean {
  const found = readLock(file)
  if (found === undefined) return createLock(file, mine)
  if (found !== mine) return false
  const now = new Date()
  utimesSync(file, now, now)
  return true
}

function readLock(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** A lock that is being written is empty for a moment. */
async function readSettled(file: string): Promise<string | undefined> {
  const found = readLock(file)
  if (found !== undefined && parseHolder(found)) return found
  await sleep(SETTLE_MS)
  return readLock(file)
}

async function isAlive(file: string, found: string): Promise<boolean> {
  const holder = parseHolder(found)
  if (!holder) return false
  if (holder.world === readHostIdentity())
    return isProcessAlive(holder.pid) && readStart(holder.pid) === holder.started
  const before = readBeat(file)
  if (Date.now() - before > SILENCE_MS && before < Date.now()) return false
  await sleep(SILENCE_MS)
  return readBeat(file) !== before
}

function readBeat(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

function describeSelf(): Holder {
  return {
    pid: process.pid,
    started: readStart(process.pid),
    world: readHostIdentity(),
    token: `${Date.now()}-${Math.random().toString(36).slice(2)}`,
  }
}

/**
 * Clock ticks from boot to the start of the process, which tell a reused pid apart (proc(5): field 22).
 * A killed process that its parent has not collected yet, state Z, has none any more.
 */
function readStart(pid: number): string | null {
  const text = tryRead(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The second field is the name in parentheses, which may itself hold spaces; the third is the state.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? []
  return fields[0] === 'Z' ? null : (fields[19] ?? null)
}

function readHostIdentity(): string {
  const boot = tryRead(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  const space = tryRead(() => readlinkSync('/proc/self/ns/pid'))
  return boot && space ? `${boot} ${space}` : hostname()
}

function parseHolder(text: string): Holder | undefined {
  const value: unknown = tryRead(() => JSON.parse(text))
  const isHolder =
    typeof value === 'object' && value !== null && 'pid' in value && Number.isInteger(value.pid)
  return isHolder ? (value as Holder) : undefined // only this file writes locks; a missing field reads as "dead"
}

function toRefusal(dataDir: string, file: string, found: string | undefined): DataLockedError {
  const pid = found === undefined ? undefined : parseHolder(found)?.pid
  const who = pid === undefined ? '另一个进程' : `进程 ${pid} `
  return new DataLockedError(`数据目录 ${dataDir} 正被${who}使用，不能同时打开（锁文件 ${file}）`)
}

function tryRead<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
