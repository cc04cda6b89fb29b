// Provides the PostgreSQL that the bench uses: the one given, or a cluster of its own for the time of the run.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, newFolder } from './portal-process.ts'

const BASE = '/usr/lib/postgresql'

/** Null where neither TEST_DATABASE_URL nor an installed PostgreSQL is there. */
export async function openCluster(): Promise<{ url: string; stop(): void } | null> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: () => {} }
  const version = existsSync(BASE) ? readdirSync(BASE).sort().at(-1) : undefined
  if (!version) return null
  const bin = (name: string) => join(BASE, version, 'bin', name)
  const folder = newFolder()
  chmodSync(folder.path, 0o777)
  const port = await freePort()
  const asPostgres = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []
  const run = (name: string, ...args: string[]) => {
    const [command, ...rest] = [...asPostgres, bin(name), ...args]
    execFileSync(command as string, rest, { cwd: folder.path, stdio: 'ignore' })
  }
  const data = join(folder.path, 'data')
  run('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8')
  run(
    'pg_ctl',
    '-D',
    data,
    '-l',
    join(folder.path, 'log'),
    '-w',
    '-o',
    `-p ${port} -k ${folder.path} -c listen_addresses=127.0.0.1`,
    'start',
  )
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: () => {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      folder.remove()
    },
  }
}
