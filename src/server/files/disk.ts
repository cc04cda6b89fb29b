// Declares the disk operations of the file store, so that tests can simulate a full or failing disk.
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'

export interface OpenFile {
  /** Writes from `offset` on; answers how many bytes the disk took, which may be fewer than there are. */
  write(buffer: Buffer, offset: number): Promise<{ readonly bytesWritten: number }>
  stat(): Promise<{ readonly size: number }>
  sync(): Promise<void>
  close(): Promise<void>
}

export interface Disk {
  open(path: string, flags: string, mode?: number): Promise<OpenFile>
  makeFolder(path: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
  /** Names in a folder; none where it does not exist. */
  list(path: string): Promise<readonly string[]>
  /** The time in milliseconds at which the file was last put there; null where there is none. */
  since(path: string): Promise<number | null>
}

export const orWhenMissing =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return value
    throw error
  }

export const DISK: Disk = {
  open,
  makeFolder: async (path) => void (await mkdir(path, { recursive: true })),
  rename,
  remove: (path) => rm(path, { force: true }),
  list: (path) => readdir(path).catch(orWhenMissing([])),
  // The change time too, since a copy or a restored backup keeps the old times of writing.
  since: (path) => stat(path).then(({ mtimeMs, ctimeMs }) => Math.max(mtimeMs, ctimeMs), orWhenMissing(null)),
}
