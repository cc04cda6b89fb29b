// Owns the compiled model kept on disk between starts, so that files which passed the check are not checked again.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Model } from '../../shared/model.ts'
import { readShared, writeShared } from './shared-parts.ts'

interface Kept {
  readonly key: string
  readonly model: Model
}

/** Of the program and of every configuration file: another version of either makes another model. */
export function keyOf(files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)))
  for (const [path, content] of files) hash.update(`\n${path} ${content.length}\n`).update(content)
  return hash.digest('hex')
}

/** Frozen; undefined where nothing is kept, or something else. */
export async function readKept(file: string, key: string): Promise<Model | undefined> {
  try {
    const kept = readShared(await readFile(file, 'latin1')) as Partial<Kept>
    return kept.key === key ? kept.model : undefined
  } catch {
    return undefined
  }
}

/** A folder that cannot be written to costs time at the next start, nothing else. */
export async function keep(file: string, kept: Kept): Promise<void> {
  const fresh = `${file}.${process.pid}`
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(fresh, writeShared(kept), { mode: 0o600 })
    await rename(fresh, file)
  } catch (error) {
    console.error(`未能保存已检查的配置：${error instanceof Error ? error.message : error}`)
  }
}
