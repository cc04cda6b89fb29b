// Caches public reads coherently: answers are kept as JSON text under the versions that they were read at.

import { Serialized } from '#server/platform/calls/serialized.ts'
import type { DatabaseHandle } from '#server/platform/database/database-handle.ts'
import { BoundedMap } from './bounded-map.ts'
import { ContentVersions } from './content-versions.ts'

const MAX_BYTES = 24 * 1024 * 1024
/** The cost of an entry besides its text, in bytes. */
const OVERHEAD = 200

interface Entry {
  readonly versions: string
  readonly answer: Promise<Serialized>
}

/**
 * Versions are asked for before the data are read, so an answer may be newer than the versions it is kept under,
 * never older: a reader never gets an answer from before a write that was acknowledged when the read began.
 */
export class ReadCache {
  readonly versions: ContentVersions
  readonly #entries: BoundedMap<Entry>
  readonly #isOff: boolean

  constructor(handle: DatabaseHandle, maxBytes = MAX_BYTES) {
    this.versions = new ContentVersions(handle)
    this.#entries = new BoundedMap(maxBytes)
    this.#isOff = maxBytes === 0
  }

  /**
   * `topics` are the content types the answer depends on; readers of one missing answer share one load.
   * A load that reads parts of its answer through the cache hands on the `versions` it was given.
   */
  async read(
    topics: readonly string[],
    key: string,
    load: (versions: string) => Promise<unknown>,
    at?: string,
  ): Promise<Serialized> {
    const versions = at ?? (this.#isOff ? '' : await this.versions.current(topics))
    const known = this.#entries.get(key)
    if (known?.versions === versions) return known.answer
    const answer = load(versions).then((value) => new Serialized(JSON.stringify(value ?? null)))
    const entry = { versions, answer }
    this.#entries.set(key, entry, OVERHEAD)
    try {
      const { json } = await answer
      if (this.#entries.get(key) === entry)
        this.#entries.set(key, entry, OVERHEAD + key.length + json.length * 2)
      return await answer
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#entries.delete(key)
      throw error
    }
  }

  /** Call after the commit and before the acknowledgement. */
  changed(topic: string): void {
    this.versions.changed(topic)
  }
}
