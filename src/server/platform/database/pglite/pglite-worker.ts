// Runs PGlite in a worker thread: receives and sends bytes of the PostgreSQL protocol.

import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { openFolder, openMemory } from './pglite-files.ts'
import type { FromWorker, ToWorker, WorkerStart } from './pglite-messages.ts'

if (!parentPort) throw new Error('pglite-worker runs only as a worker thread')
const port = parentPort
const { dataDir, image } = workerData as WorkerStart // set by pglite-backend.ts alone

/** Results are sent on in pieces of about this many bytes. */
const PIECE_BYTES = 256 * 1024

/** The last line PGlite wrote, the only explanation that an aborted engine leaves. */
let lastLine = ''

function post(message: FromWorker): void {
  port.postMessage(message, message.kind === 'bytes' ? [message.bytes.buffer] : [])
}

function onStderr(line: string): boolean {
  lastLine = line
  if (/^.{0,80}(PANIC|FATAL): /.test(line)) post({ kind: 'failed', reason: line })
  return false
}

async function open(): Promise<PGlite> {
  const options = { onStderr, onStdout: () => false }
  const database = await (dataDir === 'memory://' ? openMemory(image, options) : openFolder(dataDir, options))
  await database.exec(`set time zone 'UTC'`)
  return database
}

const opened = open()

async function answer(database: PGlite, stream: number, request: Uint8Array): Promise<void> {
  // A new connection begins (only its packet has no letter): undo what a broken one may have left open or prepared.
  if (request[0] === 0) await database.exec('rollback; deallocate all')
  const parts: Uint8Array[] = []
  let size = 0
  const flush = (): void => {
    if (size > 0) post({ kind: 'bytes', stream, bytes: concat(parts.splice(0), size) })
    size = 0
  }
  await database.execProtocolRawStream(request, {
    onRawData: (bytes) => {
      parts.push(bytes.slice())
      size += bytes.length
      if (size >= PIECE_BYTES) flush()
    },
  })
  flush()
}

function concat(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

async function obey(message: ToWorker): Promise<void> {
  const database = await opened
  if (message.kind === 'bytes') return answer(database, message.stream, message.bytes)
  await database.close()
  post({ kind: 'closed' })
  port.close()
}

function fail(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error)
  post({ kind: 'failed', reason: lastLine ? `${text} (${lastLine})` : text })
}

let queue: Promise<void> = opened.then(() => post({ kind: 'ready' }))
queue.catch(fail)
port.on('message', (message: ToWorker) => {
  queue = queue.then(() => obey(message))
  queue.catch(fail)
})
