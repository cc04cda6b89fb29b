// Owns the bytes of uploaded files: streamed below the data folder, checked on the way, complete or not at all.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FILE_KINDS, type FileKindName, HEAD_BYTES } from './file-kinds.ts'
import { FILES_FOLDER, filePath } from './file-path.ts'

export interface Stored {
  readonly id: string
  readonly size: number
  readonly digest: string
}

export type StoreRefusal = 'empty' | 'large' | 'kind'

export class FileStore {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, FILES_FOLDER)
  }

  /** Reads the stream to its end or up to the refusal; after one, nothing of it is left. */
  async put(stream: Readable, kind: FileKindName, most: number): Promise<Stored | StoreRefusal> {
    const id = randomUUID()
    const path = this.#path(id)
    const unfinished = `${path}.part`
    await mkdir(join(path, '..'), { recursive: true })
    const file = await open(unfinished, 'wx', 0o600)
    try {
      const hash = createHash('sha256')
      let head = Buffer.alloc(0)
      let size = 0
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size > most) return 'large'
        if (head.length < HEAD_BYTES)
          head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
        if (head.length === HEAD_BYTES && !FILE_KINDS[kind].isBegunBy(head)) return 'kind'
        hash.update(chunk)
        await file.write(chunk)
      }
      if (size === 0) return 'empty'
      if (!FILE_KINDS[kind].isBegunBy(head)) return 'kind'
      await file.sync()
      await rename(unfinished, path)
      return { id, size, digest: hash.digest('hex') }
    } finally {
      await file.close()
      await rm(unfinished, { force: true })
    }
  }

  read(id: string): Readable {
    return createReadStream(this.#path(id))
  }

  async remove(id: string): Promise<void> {
    await rm(this.#path(id), { force: true })
  }

  #path(id: string): string {
    return filePath(this.#folder, id)
  }
}
