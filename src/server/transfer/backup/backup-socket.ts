// Serves backups over a loopback port, for a running portal whose database only it can open.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** In the data folder, readable for its owner alone; no backup holds it. */
const FILE = 'backup-door.json'
const SECRET_BYTES = 32
/** The time in milliseconds after which a stalled client is disconnected, so that others can use the database. */
const STALLED_MS = 15_000

interface BackupSocket {
  readonly port: number
  readonly secret: string
}

/**
 * Serves backups on a free port of the loopback interface, for the backup command. Port and secret are written to a
 * file in the data folder that only its owner can read. Returns a function that closes the port and removes the
 * file.
 *
 * @example
 * const close = await openBackupSocket(settings.dataDir, () => writeArchive(db, files))
 */
export async function openBackupSocket(
  dataDir: string,
  write: () => AsyncIterable<Buffer>,
): Promise<() => Promise<void>> {
  const secret = randomBytes(SECRET_BYTES).toString('hex')
  const server = createServer((request, response) => {
    answer(request, response, secret, write).catch(() => response.destroy())
  })
  server.setTimeout(STALLED_MS, (socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The backup door has no port')
  const file = join(dataDir, FILE)
  rmSync(file, { force: true })
  writeFileSync(file, JSON.stringify({ port: address.port, secret } satisfies BackupSocket), {
    mode: 0o600,
    flag: 'wx',
  })
  return async () => {
    rmSync(file, { force: true })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  secret: string,
  write: () => AsyncIterable<Buffer>,
): Promise<void> {
  // The header keeps pages out that a browser on this machine shows: they cannot set it here.
  const given = Buffer.from(String(request.headers['x-backup-secret'] ?? ''))
  const expected = Buffer.from(secret)
  const isAllowed = given.length === expected.length && timingSafeEqual(given, expected)
  if (!isAllowed || request.method !== 'POST') {
    response.writeHead(403).end()
    return
  }
  response.writeHead(200, { 'content-type': 'application/x-tar' })
  await pipeline(Readable.from(write()), response)
}

/** The archive of the portal that runs on this folder; null where none does. */
export async function requestBackup(dataDir: string): Promise<AsyncIterable<Uint8Array> | null> {
  const socket = readBackupSocket(dataDir)
  if (!socket) return null
  const headers = { 'x-backup-secret': socket.secret }
  const answered = await fetch(`http://127.0.0.1:${socket.port}/`, { method: 'POST', headers }).catch(
    () => null,
  )
  return answered?.ok ? answered.body : null
}

function readBackupSocket(dataDir: string): BackupSocket | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as BackupSocket // written above
  } catch {
    return null
  }
}
