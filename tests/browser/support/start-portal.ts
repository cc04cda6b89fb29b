// Provides running the built portal as its own process, the way `npm start` does.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { BRIEF } from '../../../scripts/lib/brief-process.ts'
import { ROOT } from '../../support/source-files.ts'
import { PORTAL } from '../../support/test-portal.ts'
import { requireNoRejections } from '../../support/unhandled-rejections.ts'
import { findFreePort } from './free-port.ts'

export const DEMO_PASSWORD = 'demo-password'
/** The first start fills an empty database, which takes minutes on a busy machine. */
const READY_WITHIN_MS = 240_000
const STOP_WITHIN_MS = 15_000

export interface PortalOptions {
  /** Kept by `stop()`; without it, a temporary folder that `stop()` removes. */
  readonly dataDir?: string
  /** Folder with the configuration and the build; default the project's own. */
  readonly root?: string
  readonly env?: Readonly<Record<string, string>>
  /** Where it listens, as after a restart; default a free one. */
  readonly port?: number
}

export interface RunningPortal {
  /** Without a slash at the end. */
  readonly url: string
  readonly dataDir: string
  readonly process: ChildProcess
  /** Everything that it has printed so far. */
  output(): string
  /**
   * Ends it, politely with SIGTERM; resolves with its exit code, null when a signal ended it. Rejects when the audit
   * log that it leaves is not whole, or when it left a promise rejection unhandled.
   */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Resolves when `/readyz` answers 200; rejects with what was printed when the portal ends before or is too slow. */
export async function startPortal(options: PortalOptions = {}): Promise<RunningPortal> {
  const { dataDir, root = ROOT, env } = options
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'equipnet-data-'))
  const port = options.port ?? (await findFreePort())
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [...BRIEF, '--enable-source-maps', 'dist/server/main.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...toServerEnv(process.env),
      ...(options.root ? {} : { PORTAL_DIR: PORTAL }),
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: folder,
      WRITE_LIMITS: 'off',
      // What a page asks at once else opens all there may be, and what each plans first takes longest.
      DATABASE_CONNECTIONS: '3',
      NODE_ENV: 'production',
      DEMO: '1',
      ...env,
    },
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const output = (): string => Buffer.concat(chunks).toString('utf8')
  const killWithUs = (): void => void child.kill('SIGKILL')
  process.once('exit', killWithUs)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    const hurry = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
    const code = await ended
    clearTimeout(hurry)
    process.removeListener('exit', killWithUs)
    return code
  }
  const removeOwn = (): void => {
    if (dataDir === undefined) rmSync(folder, { recursive: true, force: true })
  }
  /** Once: later the folder may serve another portal. */
  let checked: Promise<void> | undefined
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    const code = await end(signal)
    checked ??= checkAudit(folder, env?.DATABASE_URL).finally(removeOwn)
    await checked
    requireNoRejections(output())
    return code
  }

  const deadline = Date.now() + READY_WITHIN_MS
  while (!(await isReady(url))) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    if (hasEnded || Date.now() > deadline) {
      await end('SIGKILL')
      removeOwn()
      throw new Error(`${hasEnded ? 'The portal ended' : 'The portal was not ready in time'}:\n${output()}`)
    }
    await sleep(50)
  }
  return { url, dataDir: folder, process: child, output, stop }
}

/** Without what vitest sets for its own processes, and without a database that a test did not ask for. */
function toServerEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const foreign = /^(NODE_ENV|NODE_OPTIONS|DATABASE_URL|VITEST.*|TEST|DEV|PROD|MODE|BASE_URL|SSR)$/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !foreign.test(name)))
}

/** Whatever a test did, the log it leaves must be whole, as the operator's own command says. */
async function checkAudit(dataDir: string, url: string | undefined): Promise<void> {
  const env = { ...toServerEnv(process.env), DATA_DIR: dataDir, ...(url ? { DATABASE_URL: url } : {}) }
  const command = [...BRIEF, 'dist/server/audit-verify.js']
  await promisify(execFile)(process.execPath, command, { cwd: ROOT, env })
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}
