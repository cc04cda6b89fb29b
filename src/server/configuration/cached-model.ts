// Caches the compiled model on disk between starts, so that valid files are not validated again.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Model } from '#shared/model/model.ts'
import { readShared, writeShared } from './shared-parts.ts'

interface CachedModel {
  readonly key: string
  readonly model: Model
}

/** Two fifths of a model, and wanted once: a line of their own, which is read when somebody asks for them. */
interface CachedSamples {
  readonly key: string
  readonly samples: Model['samples']
}

/** Of the program and of every configuration file: another version of either makes another model. */
export function cacheKey(files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)))
  for (const [path, content] of files) hash.update(`\n${path} ${content.length}\n`).update(content)
  return hash.digest('hex')
}

/** Frozen; undefined where nothing is kept, or something else. */
export async function readCachedModel(file: string, key: string): Promise<Model | undefined> {
  try {
    const [line = '', more] = (await readFile(file, 'latin1')).split('\n')
    const kept = readShared(line) as Partial<CachedModel>
    return kept.key === key && kept.model && more ? withSamples(kept.model, file, key) : undefined
  } catch {
    return undefined
  }
}

/** Throws, when they are asked for, where another version of the portal has written the file meanwhile. */
function withSamples(model: Model, file: string, key: string): Model {
  let samples: Model['samples'] | undefined
  const get = () => {
    if (samples) return samples
    const [, line = ''] = readFileSync(file, 'latin1').split('\n')
    const kept = readShared(line) as Partial<CachedSamples>
    if (kept.key !== key || !kept.samples) throw new Error(`${file} 属于另一份配置，请重新启动门户`)
    samples = kept.samples
    return samples
  }
  return Object.freeze(Object.defineProperty({ ...model }, 'samples', { get, enumerable: true }))
}

/** A folder that cannot be written to costs time at the next start, nothing else. */
export async function keep(file: string, { key, model }: CachedModel): Promise<void> {
  const { samples } = model
  const fresh = `${file}.${process.pid}`
  try {
    await mkdir(dirname(file), { recursive: true })
    const lines = [
      writeShared({ key, model: { ...model, samples: {} } } satisfies CachedModel),
      writeShared({ key, samples } satisfies CachedSamples),
    ]
    await writeFile(fresh, lines.join('\n'), { mode: 0o600 })
    await rename(fresh, file)
  } catch (error) {
    console.error(`未能保存已检查的配置：${error instanceof Error ? error.message : error}`)
  }
}
