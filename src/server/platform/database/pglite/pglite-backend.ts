// Starts and stops the PGlite worker from the main thread.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FromWorker, ToWorker, WorkerStart } from './pglite-messages.ts'
import { PgliteStream } from './pglite-stream.ts'

const CLOSE_MS = 8_000

export interface PgliteBackend {
  /** A new connection to the one session of PGlite; only one may be in use at a time. */
  openStream(): PgliteStream
  /** Stops at once without an orderly close, after a failure that makes every further answer doubtful. */
  kill(reason: Error): void
  close(): Promise<void>
}

/** `onFailure` hears at most once that the engine is lost. */
export async function startPglite(
  { dataDir, image }: WorkerStart,
  onFailure: (error: Error) => void,
): Promise<PgliteBackend> {
  const workerData: WorkerStart = { dataDir, image }
  const worker = new Worker(image?.worker ? new URL(image.worker) : toWorkerUrl(), {
    workerData,
    execArgv: [],
  })
  const streams = new Map<number, PgliteStream>()
  let numbers = 0
  let opening: { resolve(): void; reject(error: Error): void } | undefined
  let state: 'open' | 'closing' | 'dead' = 'open'

  const send = (message: ToWorker): void => {
    if (state !== 'dead') worker.postMessage(message, message.kind === 'bytes' ? [message.bytes.buffer] : [])
  }

  const kill = (reason: Error): void => {
    if (state === 'dead') return
    const expected = state === 'closing'
    state = 'dead'
    void worker.terminate()
    for (const stream of streams.values()) stream.destroy(toConnectionError(reason))
    if (expected) return
    if (opening) opening.reject(reason)
    else onFailure(reason)
  }

  const handlers: { [K in FromWorker['kind']]: (message: Extract<FromWorker, { kind: K }>) => void } = {
    ready: () => opening?.resolve(),
    bytes: ({ stream, bytes }) => void streams.get(stream)?.push(Buffer.from(bytes.buffer)),
    failed: ({ reason }) => kill(new Error(`内置数据库出错：${reason}`)),
    closed: () => undefined,
  }

  worker.on('message', (message: FromWorker) => {
    const handle = handlers[message.kind] as (message: FromWorker) => void // the key chose the handler
    handle(message)
  })
  worker.on('error', (error) => kill(new Error(`内置数据库线程出错：${error.message}`, { cause: error })))
  worker.on('exit', (code) => kill(new Error(`内置数据库线程意外退出（代码 ${code}）`)))

  await new Promise<void>((resolve, reject) => {
    opening = { resolve, reject }
  })
  opening = undefined

  return {
    openStream() {
      if (state !== 'open') throw toConnectionError(new Error('内置数据库已关闭'))
      const number = ++numbers
      const stream = new PgliteStream((bytes) => send({ kind: 'bytes', stream: number, bytes }))
      streams.set(number, stream)
      stream.once('close', () => streams.delete(number))
      return stream
    },
    kill,
    async close() {
      if (state !== 'open') return
      state = 'closing'
      const exited = once(worker, 'exit')
      worker.postMessage({ kind: 'close' } satisfies ToWorker)
      const timer = setTimeout(() => void worker.terminate(), CLOSE_MS)
      await exited
      clearTimeout(timer)
      state = 'dead'
    },
  }
}

/** Returns the URL of the worker, which is next to this file: as .js in the build, as .ts in the sources. */
function toWorkerUrl(): URL {
  if (!import.meta.url.endsWith('.ts')) return new URL('./pglite-worker.js', import.meta.url)
  // `--import tsx` does nothing in a worker thread of Node 20, so the loader is registered from inside.
  const source = new URL('./pglite-worker.ts', import.meta.url).href
  const loader = import.meta.resolve('tsx/esm/api')
  const code = `import { register } from '${loader}'; register(); await import('${source}')`
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`)
}

/** Gives the code that a lost socket has, so that the guard knows it. */
function toConnectionError(reason: Error): Error {
  return Object.assign(new Error(reason.message, { cause: reason }), { code: 'ECONNRESET' })
}
