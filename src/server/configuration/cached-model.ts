// Caches the compiled model on disk between starts, so that valid files are not validated again.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import type { Layer } from '#config/load/layer/apply-layer.ts'
import type { Model } from '#shared/model/model.ts'

interface CachedModel {
  readonly key: string
  readonly model: Model
}

/** Before the model stands its length; behind it stand the samples, two fifths of a model and wanted once. */
const LENGTH_BYTES = 4

/** Of the program, of every configuration file and of what was published over them: each makes another model. */
export function cacheKey(files: ReadonlyMap<string, Buffer>, layer: Layer): string {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)))
  for (const [path, content] of files) hash.update(`\n${path} ${content.length}\n`).update(content)
  for (const path of Object.keys(layer).sort()) hash.update(`\n${JSON.stringify([path, layer[path]])}`)
  return hash.digest('hex')
}

/** Frozen; undefined where nothing is cached, or something else. The key may follow: the file is read meanwhile. */
export async function readCachedModel(
  file: string,
  key: string | Promise<string>,
): Promise<Model | undefined> {
  try {
    const { value, samples } = unpack(await readFile(file))
    const cached = value as Partial<CachedModel>
    if (cached.key !== (await key) || !cached.model || samples.length === 0) return undefined
    return withSamples(cached.model, samples)
  } catch {
    return undefined
  }
}

/** Serialised, for another thread. */
export const packModel = (model: Model): Uint8Array => pack('', model)

/** Frozen. */
export function unpackModel(bytes: Uint8Array): Model {
  const { value, samples } = unpack(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return withSamples((value as CachedModel).model, samples)
}

function pack(key: string, model: Model): Buffer {
  const whole = serialize({ key, model: { ...model, samples: {} } } satisfies CachedModel)
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(whole.length)
  return Buffer.concat([length, whole, serialize(model.samples)])
}

function unpack(bytes: Buffer): { readonly value: unknown; readonly samples: Buffer } {
  const end = LENGTH_BYTES + bytes.readUInt32LE(0)
  return {
    value: deserialize(bytes.subarray(LENGTH_BYTES, end)),
    samples: Buffer.from(bytes.subarray(end)),
  }
}

/** The samples are read when they are asked for. */
function withSamples(model: Model, packed: Buffer): Model {
  let samples: Model['samples'] | undefined
  const get = () => {
    samples ??= freeze(deserialize(packed) as Model['samples'])
    return samples
  }
  freeze(model)
  return Object.freeze(Object.defineProperty({ ...model }, 'samples', { get, enumerable: true }))
}

/** With all that it holds; parts that stand in several places are one object and are frozen once. */
function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const child of Object.values(value)) freeze(child)
  return value
}

/** A folder that cannot be written to costs time at the next start, nothing else. */
export async function keep(file: string, { key, model }: CachedModel): Promise<void> {
  const fresh = `${file}.${process.pid}`
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(fresh, pack(key, model), { mode: 0o600 })
    await rename(fresh, file)
  } catch (error) {
    console.error(`未能保存已检查的配置：${error instanceof Error ? error.message : error}`)
  }
}
