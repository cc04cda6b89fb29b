// Provides a portal started for the bench: the built server on a free port, with a database of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BRIEF } from '../../scripts/lib/brief-process.ts'
import { cpuMsOf } from '../support/postgres-servers.ts'
import { preparedName } from '../support/prepared-name.ts'

const ROOT = join(import.meta.dirname, '..', '..')
export const DEMO_PASSWORD = 'bench-password'
/** Named outright: a build within the bench sets NODE_ENV of this process, which its children inherit. */
const OPERATION = { NODE_ENV: 'production', DEMO: '1', DEMO_PASSWORD, WRITE_LIMITS: 'off' }

export interface PortalProcess {
  readonly port: number
  readonly url: string
  /** Milliseconds from the start of the process until it was ready. */
  readonly ready: number
  /** Megabytes of resident memory now. */
  memory(): number
  /** Milliseconds of processor time so far. */
  cpuMs(): number
  stop(): Promise<void>
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}

export function newFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'equipnet-bench-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export interface DataFolder {
  readonly path: string
  /** A portal has run on it. */
  readonly isCopy: boolean
  remove(): void
}

/**
 * A folder for a portal's data; where the tests of this run have filled one with the samples, a copy of it. `name` is
 * the one whose rows are in the folder too, or the one whose rows are on PostgreSQL.
 */
export function newData(name: 'data' | 'data-beside-server' = 'data'): DataFolder {
  const folder = newFolder()
  const path = join(folder.path, 'data')
  const isCopy = isFilled(name)
  if (isCopy) cpSync(join(SHARED, name), path, { recursive: true })
  return { path, isCopy, remove: folder.remove }
}

const SHARED = process.env.EQUIPNET_SHARED ?? ''

function isFilled(name: string): boolean {
  return SHARED !== '' && existsSync(join(SHARED, `${name}-ready`))
}

/** The statement that makes a database, for a portal of `newData('data-beside-server')`. */
export function createStatement(name: string): string {
  const template = isFilled('data-beside-server') ? ` template ${preparedName(SHARED, 'portal')}` : ''
  return `create database ${name}${template}`
}

export async function startPortal(
  env: Readonly<Record<string, string>>,
  isBrief = false,
): Promise<PortalProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const child = spawn(
    process.execPath,
    [...(isBrief ? BRIEF : []), '--max-semi-space-size=8', 'dist/server/main.js'],
    {
      cwd: ROOT,
      env: { ...process.env, ...OPERATION, ...env, PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: url },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const end = (): void => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  await untilReady(url, child)
  return {
    port,
    url,
    ready: performance.now() - started,
    memory: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? Number.NaN) /
      1024,
    cpuMs: () => cpuMsOf(child.pid ?? 0),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + 120_000
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`the portal ended with ${child.exitCode}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('the portal did not become ready in two minutes')
}

/** Signs in as a demo account; answers the token. */
export async function signIn(url: string, userName: string): Promise<string> {
  const answer = await fetch(`${url}/newapi/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password: DEMO_PASSWORD }),
  })
  const { data, msg } = (await answer.json()) as { data: { token?: string } | null; msg: string }
  if (!data?.token) throw new Error(`${userName} cannot sign in: ${msg}`)
  return data.token
}
