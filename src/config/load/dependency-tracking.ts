// Records the reads of a computation, and tells if they are still the same.

/** By name, what things are looked up in: files of a kind, operations, pages. */
export type Sources = (name: string) => ReadonlyMap<string, unknown>

/**
 * Maximum number of recorded reads of a source. A reader of more counts as a reader of all: recording each would cost
 * more than computing again.
 */
const MAX_READS = 1000

type Entries = readonly (readonly [string, unknown])[]

/** Maps that are looked up in never change. */
const listed = new WeakMap<ReadonlyMap<string, unknown>, Entries>()

function entriesOf(map: ReadonlyMap<string, unknown>): Entries {
  const entries = listed.get(map) ?? [...map]
  listed.set(map, entries)
  return entries
}

/** Returns true if two lists have the same elements. */
export const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((thing, index) => thing === other[index])

/** The same thing, or a list of the same things. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (Array.isArray(one) && Array.isArray(other) && isSameList(one, other))

/** The result of the latest comparison: all readers of a whole source compare the same two. */
let compared: readonly [Entries, Entries, boolean] | undefined

function areSame(were: Entries, are: Entries): boolean {
  if (were === are) return true
  if (compared?.[0] === were && compared[1] === are) return compared[2]
  const same =
    were.length === are.length &&
    were.every(([key, value], index) => are[index]?.[0] === key && isSame(value, are[index][1]))
  compared = [were, are, same]
  return same
}

export class Reads {
  readonly #values = new Map<string, Map<string, unknown>>()
  readonly #keys = new Map<string, Entries>()
  readonly #wholes = new Map<string, Entries>()

  note(source: string, map: ReadonlyMap<string, unknown>, key: string): void {
    if (this.#wholes.has(source)) return
    const values = this.#values.get(source) ?? new Map<string, unknown>()
    if (values.has(key)) return
    if (values.size === 0) this.#values.set(source, values)
    values.set(key, map.get(key))
    if (values.size > MAX_READS) this.noteAll(source, map)
  }

  /** Records a read of the names only, not of their values. */
  noteKeys(source: string, map: ReadonlyMap<string, unknown>): void {
    if (!this.#keys.has(source)) this.#keys.set(source, entriesOf(map))
  }

  noteAll(source: string, map: ReadonlyMap<string, unknown>): void {
    if (this.#wholes.has(source)) return
    this.#wholes.set(source, entriesOf(map))
    this.#values.delete(source)
  }

  /** Adds the reads of a part to those of the whole. */
  add(part: Reads): void {
    for (const [source, entries] of part.#wholes) {
      this.#wholes.set(source, entries)
      this.#values.delete(source)
    }
    for (const [source, entries] of part.#keys) this.#keys.set(source, entries)
    for (const [source, values] of part.#values) {
      if (this.#wholes.has(source)) continue
      const own = this.#values.get(source) ?? new Map<string, unknown>()
      for (const [key, value] of values) own.set(key, value)
      this.#values.set(source, own)
    }
  }

  /** Returns true if all recorded reads would give the same values now. */
  hold(sources: Sources, isRelevant: (source: string) => boolean = () => true): boolean {
    for (const [source, values] of this.#values) {
      if (!isRelevant(source)) continue
      const map = sources(source)
      for (const [key, value] of values) if (!isSame(value, map.get(key))) return false
    }
    for (const [source, were] of this.#wholes)
      if (isRelevant(source) && !areSame(were, entriesOf(sources(source)))) return false
    for (const [source, were] of this.#keys) {
      const are = entriesOf(sources(source))
      if (isRelevant(source) && were !== are && !hasKeys(were, are)) return false
    }
    return true
  }
}

function hasKeys(were: Entries, are: Entries): boolean {
  return were.length === are.length && were.every(([key], index) => are[index]?.[0] === key)
}

/** A map that tells what is read in it. */
export class Watched<Value> implements ReadonlyMap<string, Value> {
  readonly #name: string
  readonly #map: ReadonlyMap<string, Value>
  readonly #reads: () => Reads | undefined

  constructor(name: string, map: ReadonlyMap<string, Value>, reads: () => Reads | undefined) {
    this.#name = name
    this.#map = map
    this.#reads = reads
  }

  get(key: string): Value | undefined {
    this.#reads()?.note(this.#name, this.#map, key)
    return this.#map.get(key)
  }

  has(key: string): boolean {
    this.#reads()?.note(this.#name, this.#map, key)
    return this.#map.has(key)
  }

  get size(): number {
    this.#reads()?.noteKeys(this.#name, this.#map)
    return this.#map.size
  }

  keys(): MapIterator<string> {
    this.#reads()?.noteKeys(this.#name, this.#map)
    return this.#map.keys()
  }

  values(): MapIterator<Value> {
    return this.#whole().values()
  }

  entries(): MapIterator<[string, Value]> {
    return this.#whole().entries()
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.#whole()[Symbol.iterator]()
  }

  forEach(call: (value: Value, key: string, map: ReadonlyMap<string, Value>) => void): void {
    this.#whole().forEach(call)
  }

  #whole(): ReadonlyMap<string, Value> {
    this.#reads()?.noteAll(this.#name, this.#map)
    return this.#map
  }
}
