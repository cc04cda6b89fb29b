// Starts PostgreSQL servers of their own, their streaming replicas, and PgBouncer.
import { execFileSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const LISTENING_TRIES = 200
const BASE = '/usr/lib/postgresql'
const version = existsSync(BASE)
  ? readdirSync(BASE)
      .sort((a, b) => Number(a) - Number(b))
      .at(-1)
  : undefined

/** Whether PostgreSQL's own programs are here. */
export const HAS_SERVER = version !== undefined
export const POOLER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(isExecutable)

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface PostgresServer {
  readonly port: number
  readonly url: string
  /** As a server of several in one address: `127.0.0.1:5432`. */
  readonly host: string
  /** What `psql` prints, without headings. */
  ask(statement: string): string
  /** A server that follows this one. */
  follow(options?: { readonly isSynchronous?: boolean }): Promise<PostgresServer>
  /** Makes a follower take writes. */
  promote(): void
  /** Kills it with all its sessions, as a power cut does. */
  kill(): void
  stop(): void
  /** Milliseconds of processor time that its present sessions have used, replication and upkeep left out. */
  cpuMs(): number
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

/** PostgreSQL and PgBouncer refuse to run as root. */
function run(cwd: string, command: string, ...args: string[]): string {
  const asPostgres = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []
  const [program, ...rest] = [...asPostgres, command, ...args]
  return execFileSync(program as string, rest, { cwd, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
}

const bin = (name: string): string => join(BASE, version ?? '', 'bin', name)

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'equipnet-postgres-'))
  chmodSync(folder, 0o777)
  return folder
}

/** `settings`: of PostgreSQL, such as `fsync=off`. */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const folder = newFolder()
  const data = join(folder, 'data')
  run(
    folder,
    bin('initdb'),
    '-D',
    data,
    '-A',
    'trust',
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  )
  return start(folder, settings)
}

async function start(folder: string, settings: readonly string[]): Promise<PostgresServer> {
  const data = join(folder, 'data')
  const port = await freePort()
  const given = settings.map((setting) => `-c ${setting}`).join(' ')
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 ${given}`
  // The output of a server that stays goes to its log: it would keep a pipe open.
  execFileSync(
    'sh',
    [
      '-c',
      `exec "$@" >/dev/null 2>&1`,
      'sh',
      ...(process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []),
      bin('pg_ctl'),
      '-D',
      data,
      '-l',
      join(folder, 'log'),
      '-w',
      '-o',
      options,
      'start',
    ],
    { cwd: folder, stdio: 'ignore' },
  )
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const postmaster = (): number => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const ask = (statement: string): string => run(folder, bin('psql'), url, '-Atqc', statement).trim()
  return {
    port,
    url,
    host: `127.0.0.1:${port}`,
    ask,
    promote: () => void run(folder, bin('pg_ctl'), '-D', data, '-w', 'promote'),
    async follow({ isSynchronous = false } = {}) {
      const copy = newFolder()
      const name = `standby_${copy.slice(-6).toLowerCase()}`
      const source = `host=127.0.0.1 port=${port} user=postgres application_name=${name}`
      run(copy, bin('pg_basebackup'), '-D', join(copy, 'data'), '-d', source, '-R', '-c', 'fast', '--no-sync')
      const standby = await start(copy, settings)
      if (isSynchronous) {
        ask(`alter system set synchronous_standby_names = '${name}'`)
        ask('select pg_reload_conf()')
      }
      return standby
    },
    kill() {
      const parent = postmaster()
      // The sessions first: they would go on for a moment without their parent.
      for (const child of childrenOf(parent)) signal(child, 'SIGKILL')
      signal(parent, 'SIGKILL')
    },
    cpuMs: () =>
      childrenOf(postmaster())
        .filter((pid) =>
          /^postgres: postgres \S+ 127\.0\.0\.1/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
        )
        .reduce((sum, pid) => sum + cpuMsOf(pid), 0),
    stop() {
      try {
        run(folder, bin('pg_ctl'), '-D', data, '-m', 'immediate', 'stop')
      } catch {
        // It was killed.
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The kernel counts in hundredths of a second. */
export function cpuMsOf(pid: number): number {
  // The name, in brackets, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function untilListening(port: number): Promise<void> {
  for (let left = LISTENING_TRIES; ; left -= 1) {
    const socket = net.connect(port, '127.0.0.1')
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    if (left === 0) throw new Error(`nobody listens on port ${port}`)
    await sleep(50)
  }
}

function childrenOf(parent: number): number[] {
  return readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}

/** What the paper of operations tells to write for the sessions of a pooler. */
export const SESSION = `set statement_timeout = ''30s''; set lock_timeout = ''3s''; set idle_in_transaction_session_timeout = ''10s''; set jit = off`

export interface Pooler {
  /** The address of a database through the pooler. */
  through(url: string): string
  stop(): void
}

/** PgBouncer in transaction mode, before the server of `url`. */
export async function startPooler(url: string, session = SESSION): Promise<Pooler> {
  const folder = newFolder()
  const port = await freePort()
  const server = new URL(url)
  const query = session ? ` connect_query='${session}'` : ''
  writeFileSync(join(folder, 'users.txt'), `"${server.username}" "${server.password}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${server.hostname} port=${server.port || '5432'}${query}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = 10
max_client_conn = 500
server_idle_timeout = 5
logfile = ${folder}/log
pidfile = ${folder}/pid
`,
  )
  run(folder, POOLER as string, '-d', join(folder, 'pgbouncer.ini'))
  await untilListening(port)
  return {
    through(address) {
      const other = new URL(address)
      other.hostname = '127.0.0.1'
      other.port = String(port)
      return other.href
    },
    stop() {
      signal(Number(readFileSync(join(folder, 'pid'), 'utf8')), 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
