// Validates a file's bytes while they are streamed: the beginning fits the kind, the file is complete.

import { type FileKindName, fileKind, HEAD_BYTES } from './file-kinds.ts'
import { Walk } from './read-structure.ts'
import { Tail } from './tail-formats.ts'

/** `kind`: it is of another kind. `damaged`: it begins well, but is cut off or no picture, film or document inside. */
export type FileMisfit = 'kind' | 'damaged'

export class FileValidator {
  readonly #kind: ReturnType<typeof fileKind>
  readonly #walk: Walk | undefined
  #head = Buffer.alloc(0)
  readonly #tail: Tail | undefined
  #size = 0

  constructor(name: FileKindName) {
    this.#kind = fileKind(name)
    this.#walk = this.#kind.read && new Walk(this.#kind.read())
    this.#tail = this.#kind.isEndedBy && new Tail(this.#kind.isPadded)
  }

  /** Answers as soon as nothing that follows can mend it. */
  push(chunk: Buffer): FileMisfit | undefined {
    this.#size += chunk.length
    const { headBytes = HEAD_BYTES, isBegunBy } = this.#kind
    if (this.#head.length < headBytes)
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, headBytes - this.#head.length)])
    const isComplete = this.#head.length === headBytes
    if (isComplete && !isBegunBy(this.#head)) return 'kind'
    this.#tail?.push(chunk)
    this.#walk?.push(chunk)
    return this.#walk?.verdict === false && isComplete ? 'damaged' : undefined
  }

  /** After the last byte. */
  end(): FileMisfit | undefined {
    const { isBegunBy, isEndedBy } = this.#kind
    if (!isBegunBy(this.#head)) return 'kind'
    if (this.#walk && this.#walk.verdict !== true) return 'damaged'
    return isEndedBy && this.#tail && !isEndedBy(this.#tail.bytes, this.#size) ? 'damaged' : undefined
  }
}
