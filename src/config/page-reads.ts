// Owns noting which files of pages are read while something is made of others.
import type { Document } from './document.ts'

/** By kind and name, as they were. */
export type PageFiles = ReadonlyMap<string, ReadonlyMap<string, Document | undefined>>

/** Who reads more counts as a reader of all: noting them would cost more than making it again. */
const MOST = 1000

export class PageReads {
  readonly #read = new Map<string, Map<string, Document | undefined>>()
  readonly #noted = new Map<string, ReadonlyMap<string, Document>>()
  #isAll = false

  /** Null where all were read. */
  get files(): PageFiles | null {
    return this.#isAll ? null : this.#read
  }

  /** The same files; names alone say nothing of what stands in them. */
  of<D extends Document>(kind: string, files: ReadonlyMap<string, D>): ReadonlyMap<string, D> {
    const known = this.#noted.get(kind) ?? this.#note(kind, files)
    this.#noted.set(kind, known)
    return known as ReadonlyMap<string, D> // of one kind all are alike
  }

  #add(kind: string, id: string, file: Document | undefined): void {
    const byId = this.#read.get(kind) ?? new Map<string, Document | undefined>()
    this.#read.set(kind, byId.set(id, file))
    if (byId.size > MOST) this.#isAll = true
  }

  #note<D extends Document>(kind: string, files: ReadonlyMap<string, D>): ReadonlyMap<string, D> {
    const readAll = () => {
      this.#isAll = true
      return files
    }
    return {
      size: files.size,
      has: (id) => files.has(id),
      keys: () => files.keys(),
      get: (id) => {
        const file = files.get(id)
        if (!this.#isAll) this.#add(kind, id, file)
        return file
      },
      values: () => readAll().values(),
      entries: () => readAll().entries(),
      forEach: (call) => readAll().forEach(call),
      [Symbol.iterator]: () => readAll()[Symbol.iterator](),
    }
  }
}
