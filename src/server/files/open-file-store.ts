// Opens the file store that the settings name: the data folder, or a bucket of S3-compatible storage.
import type { S3Settings } from '#server/platform/s3-settings.ts'
import { DISK, type Disk } from './disk.ts'
import { FileFolder } from './file-folder.ts'
import { FileStore } from './file-store.ts'

interface StoreSettings {
  readonly dataDir: string
  readonly filesS3?: S3Settings | null
}

interface StoreOptions {
  /** The real one unless a test brings one that is full. */
  readonly disk?: Disk
  /** In ms: how long a bucket may let a call wait. */
  readonly patience?: number
}

/** The client of S3 is loaded only where a bucket is set. */
export async function openFileStore(
  { dataDir, filesS3 }: StoreSettings,
  { disk = DISK, patience }: StoreOptions = {},
): Promise<FileStore> {
  if (!filesS3) return new FileStore(new FileFolder(dataDir, disk), disk)
  const { FileBucket } = await import('./s3/file-bucket.ts')
  return new FileStore(new FileBucket(filesS3, { dataDir, disk, ...(patience ? { patience } : {}) }), disk)
}
