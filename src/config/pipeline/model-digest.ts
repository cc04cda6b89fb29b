// Computes the digests of the parts of a model. Parts never change, so each is serialised once: for a new page only
// that page is.
import { createHash } from 'node:crypto'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'

/** Of a value that stays as it is, 64 hexadecimal digits. */
export const digestPart = perModel((value: object): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex'),
)

const HASH_LENGTH = 16

/** The hash of a whole model: of its parts, and of what they are called. */
export function modelHash(model: Omit<Model, 'hash'>): string {
  const hash = createHash('sha256')
  for (const [name, value] of Object.entries(model)) {
    hash.update(`\n${name}`)
    for (const [key, part] of Object.entries(value ?? {}))
      hash.update(`\n${key} ${isObject(part) ? digestPart(part) : JSON.stringify(part)}`)
  }
  return hash.digest('hex').slice(0, HASH_LENGTH)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
