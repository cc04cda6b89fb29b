// Reads a file's structure while its bytes are streamed, and keeps only the requested bytes.

/** Reads the next so many bytes, or passes over them; either ends the reading where the file is too short. */
type ReadInstruction = { readonly take: number } | { readonly skip: number }

/** Asks for one piece after another and answers whether the file is what it says; what was taken comes back. */
export type StructureReader = Generator<ReadInstruction, boolean, Buffer>

const NOTHING = Buffer.alloc(0)

export const take = (count: number): ReadInstruction => ({ take: count })
export const skip = (count: number): ReadInstruction => ({ skip: count })

export class Walk {
  readonly #reading: StructureReader
  #step: IteratorResult<ReadInstruction, boolean>
  #taken = NOTHING
  #skipped = 0

  constructor(reading: StructureReader) {
    this.#reading = reading
    this.#step = reading.next()
    this.#settle()
  }

  /** Undefined until enough has passed by. */
  get verdict(): boolean | undefined {
    return this.#step.done ? this.#step.value : undefined
  }

  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && !this.#step.done; ) {
      const step = this.#step.value
      const missing = 'take' in step ? step.take - this.#taken.length : step.skip - this.#skipped
      const part = chunk.subarray(at, at + missing)
      at += part.length
      if ('take' in step) this.#taken = Buffer.concat([this.#taken, part])
      else this.#skipped += part.length
      this.#settle()
    }
  }

  /** Goes on while the step at hand has all it wants. */
  #settle(): void {
    while (!this.#step.done) {
      const step = this.#step.value
      if ('take' in step ? this.#taken.length < step.take : this.#skipped < step.skip) return
      const taken = this.#taken
      this.#taken = NOTHING
      this.#skipped = 0
      this.#step = this.#reading.next(taken)
    }
  }
}
