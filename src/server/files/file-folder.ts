// Keeps files below the data folder, which all processes reach.

import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ByteRange } from '#server/platform/http/file-answer.ts'
import { type Disk, orWhenMissing } from './disk.ts'
import { FILES_FOLDER, filePath } from './file-path.ts'
import type { FileStorage, ListedFile, OpenedFile } from './file-storage.ts'

export class FileFolder implements FileStorage {
  readonly #dataDir: string
  readonly #disk: Disk

  constructor(dataDir: string, disk: Disk) {
    this.#dataDir = dataDir
    this.#disk = disk
  }

  /** Beside its later place, as renaming is at once only within one file system. */
  async draft(name: string): Promise<string> {
    const path = this.#path(name)
    await this.#disk.makeFolder(dirname(path))
    return `${path}.${randomUUID()}.part`
  }

  /** The new name is on the disk only when its folder is. */
  async keep(draft: string, name: string): Promise<void> {
    const path = this.#path(name)
    await this.#disk.rename(draft, path)
    const folder = await this.#disk.open(dirname(path), 'r')
    await folder.sync().finally(() => folder.close())
  }

  async open(name: string, range?: ByteRange): Promise<OpenedFile | null> {
    const file = await open(this.#path(name), 'r').catch(orWhenMissing(null))
    if (!file) return null
    const { size } = await file.stat()
    return { size: range ? range.end - range.start + 1 : size, stream: file.createReadStream(range) }
  }

  async withPath<T>(name: string, use: (path: string) => Promise<T>): Promise<T> {
    return use(this.#path(name))
  }

  async remove(name: string): Promise<void> {
    await this.#disk.remove(this.#path(name))
  }

  async list(prefix: string): Promise<readonly ListedFile[]> {
    const folder = join(this.#dataDir, FILES_FOLDER, prefix.slice(0, 2))
    const listed: ListedFile[] = []
    for (const name of await this.#disk.list(folder)) {
      const since = name.startsWith(prefix) ? await this.#disk.since(join(folder, name)) : null
      if (since !== null) listed.push({ name, since })
    }
    return listed
  }

  /** A folder that cannot be written shows when a file is stored. */
  async check(): Promise<void> {}

  #path(name: string): string {
    return filePath(this.#dataDir, name)
  }
}
