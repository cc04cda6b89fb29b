// Encrypts single values as they are stored in the database: AES-256-GCM, with the key's id in front.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

export const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const ALGORITHM = 'aes-256-gcm'
const MARK = 'enc1.'
const SEALED = /^enc1\.([0-9a-f]{8})\.([\w-]+)$/

/** The first key encrypts; all decrypt, so that a key can be changed for another. */
export class Secrets {
  readonly keyId: string
  readonly #keys: ReadonlyMap<string, Buffer>

  constructor(keys: readonly Buffer[]) {
    const [first] = keys
    if (!first || keys.some(({ length }) => length !== KEY_BYTES))
      throw new Error(`A key has ${KEY_BYTES} bytes`)
    this.keyId = toKeyId(first)
    this.#keys = new Map(keys.map((key) => [toKeyId(key), key]))
  }

  /** For a database that vanishes with the process, and for commands that write no secrets. */
  static random(): Secrets {
    return new Secrets([randomBytes(KEY_BYTES)])
  }

  /** Of any value that JSON can hold; never twice the same text. */
  seal(value: unknown): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(ALGORITHM, this.#keys.get(this.keyId) as Buffer, iv) // put there above
    const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
    return `${MARK}${this.keyId}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`
  }

  /** Returns true if the key is available. */
  has(keyId: string): boolean {
    return this.#keys.has(keyId)
  }

  /** The value, in an object of its own; undefined for a text that none of the keys has sealed. */
  open(text: string): { readonly value: unknown } | undefined {
    const [, id = '', content = ''] = SEALED.exec(text) ?? []
    const key = this.#keys.get(id)
    const bytes = Buffer.from(content, 'base64url')
    if (!key || bytes.length < IV_BYTES + TAG_BYTES) return undefined
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    try {
      const parts = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]
      return { value: JSON.parse(Buffer.concat(parts).toString('utf8')) }
    } catch {
      return undefined
    }
  }

  /** Sealed by the key that seals now. */
  isCurrent(text: unknown): boolean {
    return (
      typeof text === 'string' && text.startsWith(`${MARK}${this.keyId}.`) && this.open(text) !== undefined
    )
  }

  /** How a text column is read: what is sealed comes out as it went in. */
  readonly parseText = (text: string): unknown => this.#reveal(text)

  /** The same for JSON, at any depth; most have nothing sealed and are not searched. */
  readonly parseJson = (text: string): unknown =>
    text.includes(`"${MARK}`) ? JSON.parse(text, (_, value) => this.#reveal(value)) : JSON.parse(text)

  #reveal(value: unknown): unknown {
    if (typeof value !== 'string' || !value.startsWith(MARK)) return value
    const opened = this.open(value)
    return opened ? opened.value : value
  }
}

function toKeyId(key: Buffer): string {
  return createHash('sha256').update('equipnet data key\n').update(key).digest('hex').slice(0, 8)
}
