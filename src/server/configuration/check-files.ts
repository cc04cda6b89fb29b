// Checks the configuration of a running server: in a worker thread where it is built, else in its own.
import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { Problem } from '#config/load/problem.ts'
import type { PortalFiles } from '#config/load/read-folder.ts'
import type { Model } from '#shared/model/model.ts'
import { unpackModel } from './cached-model.ts'

export interface CheckRequest {
  readonly id: number
  readonly texts: PortalFiles
  readonly borrowed: ReadonlySet<string> | undefined
  readonly attached: ReadonlySet<string> | undefined
}

export interface CheckAnswer {
  readonly id: number
  /** Absent where there are errors. */
  readonly model?: Uint8Array
  /** Warnings, where there is a model. */
  readonly problems: readonly Problem[]
  readonly error?: string
}

export type CheckedFiles =
  | { readonly ok: true; readonly model: Model; readonly warnings: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** A thread that is not needed for so long ends: it takes as much memory as a start without a cache. */
const IDLE_MS = 60_000

/** Sources have no worker of their own; a hot reload there is as fast as it is. */
const WORKER = import.meta.url.endsWith('.ts') ? undefined : new URL('./check-worker.js', import.meta.url)

class Checker {
  readonly #worker: Worker
  readonly #waiting = new Map<number, { resolve(answer: CheckAnswer): void; reject(error: Error): void }>()
  #count = 0
  #timer: NodeJS.Timeout | undefined

  constructor(url: URL, onEnd: () => void) {
    this.#worker = new Worker(url)
    this.#worker.unref()
    const fail = (error: Error) => {
      onEnd()
      for (const { reject } of this.#waiting.values()) reject(error)
      this.#waiting.clear()
    }
    this.#worker.on('error', fail)
    this.#worker.on('exit', () => fail(new Error('The thread that checks the configuration has ended')))
    this.#worker.on('message', (answer: CheckAnswer) => {
      this.#waiting.get(answer.id)?.resolve(answer)
      this.#waiting.delete(answer.id)
      if (this.#waiting.size > 0) return
      this.#timer = setTimeout(() => void this.#worker.terminate(), IDLE_MS)
      this.#timer.unref()
    })
  }

  check(files: PortalFiles): Promise<CheckAnswer> {
    clearTimeout(this.#timer)
    const id = ++this.#count
    const { borrowed, attached } = files
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, texts: new Map(files), borrowed, attached } satisfies CheckRequest)
    })
  }
}

let checker: Checker | undefined
/** What was checked last is mostly what is served next. */
let latest: { readonly key: string; readonly result: CheckedFiles } | undefined

async function checkInThread(url: URL, files: PortalFiles): Promise<CheckedFiles> {
  checker ??= new Checker(url, () => {
    checker = undefined
    latest = undefined
  })
  const { model, problems, error } = await checker.check(files)
  if (error !== undefined) throw new Error(error)
  return model ? { ok: true, model: unpackModel(model), warnings: problems } : { ok: false, problems }
}

/** Returns the compiled model, or all problems; never throws because of the content of the files. */
export async function checkFiles(files: PortalFiles): Promise<CheckedFiles> {
  const key = keyOf(files)
  if (latest?.key === key) return latest.result
  const result = WORKER
    ? await checkInThread(WORKER, files)
    : (await import('#config/pipeline/check-configuration.ts')).checkConfiguration(files)
  latest = { key, result }
  return result
}

function keyOf(files: PortalFiles): string {
  const hash = createHash('sha256')
  for (const [path, text] of files) hash.update(`\n${path} ${text.length}\n`).update(text)
  for (const set of [files.borrowed, files.attached]) hash.update(`\n${[...(set ?? [])].join('\n')}`)
  return hash.digest('hex')
}
