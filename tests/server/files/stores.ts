// Provides the two places where files lie, a data folder and a bucket, and what lies there.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { startS3 } from './s3-server.ts'

export interface OpenPlace {
  readonly folder: string
  /** What the portal's settings say of it. */
  readonly env: Readonly<Record<string, string>>
  /** Names of all that is stored or left half done, sorted. */
  names(): Promise<readonly string[]>
  /** Puts something there past the portal. */
  leave(name: string, bytes: Buffer): Promise<void>
  close(): Promise<void>
}

export interface Place {
  readonly name: string
  open(): Promise<OpenPlace>
}

function filesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /^(files|drafts)\b/.test(name) && statSync(join(folder, name)).isFile())
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'equipnet-files-'))
const sortedNames = (paths: readonly string[]) => paths.map((path) => basename(path)).sort()

async function openFolder(): Promise<OpenPlace> {
  const folder = newFolder()
  return {
    folder,
    env: { DATA_DIR: folder },
    names: async () => sortedNames(filesBelow(folder)),
    async leave(name, bytes) {
      const path = join(folder, 'files', name.slice(0, 2), name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, bytes)
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function openBucket(): Promise<OpenPlace> {
  const folder = newFolder()
  const s3 = await startS3()
  return {
    folder,
    env: { DATA_DIR: folder, ...s3.env },
    names: async () => sortedNames([...filesBelow(folder), ...(await s3.keys())]),
    leave: (name, bytes) => s3.put(`files/${name.slice(0, 2)}/${name}`, bytes),
    async close() {
      await s3.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const PLACES: readonly Place[] = [
  { name: 'the data folder', open: openFolder },
  { name: 'a bucket', open: openBucket },
]
