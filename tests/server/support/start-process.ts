// Provides a server process of its own, built as it runs in service, for what no test inside one process can show.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { BRIEF } from '../../../scripts/lib/brief-process.ts'
import { PORTAL } from '../../support/test-portal.ts'
import { requireNoRejections } from '../../support/unhandled-rejections.ts'
import { ROOT } from './small-configuration.ts'

export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** Everything it printed so far. */
  printed(): string
  /** Rejects when the process left a promise rejection unhandled. */
  /** Freezes it where it is, or lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

const LISTENS = /^监听端口：(\d+)$/m

/** The address of which the process says that visitors see it. */
export const PUBLIC_URL = 'http://portal.example'

/** `root`: the folder of the program. */
export async function startProcess(
  env: Readonly<Record<string, string>>,
  root = ROOT,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...BRIEF, '--enable-source-maps', 'dist/server/main.js'], {
    cwd: root,
    env: { PATH: process.env.PATH, PORTAL_DIR: PORTAL, HOST: '127.0.0.1', PORT: '0', PUBLIC_URL, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const port = new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      printed += chunk.toString()
      const [, found] = LISTENS.exec(printed) ?? []
      if (found) resolve(found)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('exit', () => reject(new Error(`The server did not start:\n${printed}`)))
  })
  return {
    url: `http://127.0.0.1:${await port}`,
    pid: child.pid ?? 0,
    printed: () => printed,
    signal: (signal) => void child.kill(signal),
    async stop(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
      requireNoRejections(printed)
    },
  }
}
