// Stores the files that samples name as `@file:journal.pdf`, from the samples' folder.
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { FileStore } from '#server/files/file-store.ts'
import { claimedKind } from '#server/files/formats/file-kinds.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Sample } from './sample.ts'

const NAMED = /^@file:([\w.-]+)$/
export const MAX_SAMPLE_BYTES = 20 * 1024 * 1024

export interface SampleFiles {
  readonly store: FileStore
  /** The folder of the samples' files. */
  readonly folder: string
}

interface StoredSample {
  readonly id: string
  readonly size: number
  readonly digest: string
  readonly name: string
  readonly kind: string
  readonly form: string
  readonly field: string
  readonly owner: string
}

/** By what names it: the same file of one field and owner is stored once. */
export type StoredSamples = ReadonlyMap<string, StoredSample>

const keyOf = (type: string, field: string, owner: string, name: string) =>
  [type, field, owner, name].join('\n')

function namesIn(value: unknown): string[] {
  const one = typeof value === 'string' ? NAMED.exec(value)?.[1] : undefined
  if (one !== undefined) return [one]
  return Array.isArray(value) ? value.flatMap(namesIn) : []
}

/** Before the transaction that seeds, since bytes cannot be rolled back. */
export async function storeSampleFiles(
  samples: readonly (readonly [type: string, rows: readonly Sample[]])[],
  files: SampleFiles | undefined,
): Promise<StoredSamples> {
  const stored = new Map<string, StoredSample>()
  if (!files) return stored
  for (const [form, rows] of samples)
    for (const { _owner: owner, ...fields } of rows)
      for (const [field, value] of Object.entries(fields))
        for (const name of namesIn(value)) {
          const key = keyOf(form, field, owner ?? '', name)
          if (stored.has(key)) continue
          const kind = claimedKind(name)
          if (!owner || !kind) throw new Error(`示例文件 ${name} 须有所有者（_owner）和可识别的类型`)
          const put = await files.store.put(
            createReadStream(join(files.folder, name)),
            kind,
            MAX_SAMPLE_BYTES,
          )
          if (typeof put === 'string') throw new Error(`示例文件 ${name} 不能使用：${put}`)
          stored.set(key, { ...put, name, kind, form, field, owner })
        }
  return stored
}

export async function insertSampleFiles(
  db: Kysely<Schema>,
  stored: StoredSamples,
  owners: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = [...stored.values()].map(({ owner, ...row }) => ({
    ...row,
    ownerId: owners.get(owner) ?? null,
  }))
  if (rows.length > 0) await db.insertInto('file').values(rows).execute()
}

/** The stored file's id in place of its name; without a store the name is left out. */
export function resolveFiles(
  type: string,
  field: string,
  sample: Sample,
  value: unknown,
  stored: StoredSamples,
): unknown {
  const find = (name: string) => stored.get(keyOf(type, field, sample._owner ?? '', name))?.id
  if (Array.isArray(value))
    return value.flatMap((one) => {
      const [name] = namesIn(one)
      return name === undefined ? [one] : (find(name) ?? [])
    })
  const [name] = namesIn(value)
  return name === undefined ? value : find(name)
}
