// Caches public reads coherently: answers are kept in the bytes that are sent, under the versions that they were read at.

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { DatabaseHandle } from '#server/platform/database/database-handle.ts'

const MAX_BYTES = 24 * 1024 * 1024
/** The cost of an entry besides its answer, in bytes. */
const OVERHEAD = 200

const BEFORE = '{"code":0,"msg":"success","data":'
const AFTER = '}'

/** An answer in the bytes that are sent, so that it is neither serialised nor encoded again. */
export class Serialized {
  readonly bytes: Buffer

  constructor(json: string) {
    const text = BEFORE + json + AFTER
    // Memory of its own: a part of Node's shared pool would keep the whole pool.
    this.bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
    this.bytes.write(text)
  }

  /** The data, without the envelope. */
  get json(): string {
    return this.bytes.toString('utf8', BEFORE.length, this.bytes.length - AFTER.length)
  }
}

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
  readonly #handle: DatabaseHandle
  readonly #entries: LRUCache<string, Entry>
  readonly #isOff: boolean

  constructor(handle: DatabaseHandle, maxBytes = MAX_BYTES) {
    this.versions = new ContentVersions(handle)
    this.#handle = handle
    this.#entries = new LRUCache({ maxSize: Math.max(1, maxBytes) })
    this.#isOff = maxBytes === 0
  }

  /**
   * `topics` are the content types the answer depends on; readers of one missing answer share one load.
   * A load that reads parts of its answer through the cache hands on the `versions` it was given.
   */
  async read(
    topics: readonly string[],
    name: string,
    load: (versions: string) => Promise<unknown>,
    at?: string,
  ): Promise<Serialized> {
    // Kept for each server, lest readers of both replace each other's answers.
    const key = this.#handle.source === 'replica' ? `replica:${name}` : name
    const versions = at ?? (this.#isOff ? '' : await this.versions.current(topics))
    const known = this.#entries.get(key)
    if (known?.versions === versions) return known.answer
    const answer = load(versions).then((value) => new Serialized(JSON.stringify(value ?? null)))
    this.#entries.set(key, { versions, answer }, { size: OVERHEAD })
    try {
      const serialized = await answer
      const size = OVERHEAD + key.length + serialized.bytes.length
      // A new object: the cache measures no value again that it holds.
      if (this.#entries.get(key)?.answer === answer) this.#entries.set(key, { versions, answer }, { size })
      return serialized
    } catch (error) {
      if (this.#entries.get(key)?.answer === answer) this.#entries.delete(key)
      throw error
    }
  }

  /** Call after the commit and before the acknowledgement. */
  changed(topic: string): void {
    this.versions.changed(topic)
  }
}

type Versions = ReadonlyMap<string, number>

/** One query at a time; who asks meanwhile shares the next one. */
class Lane {
  #running: Promise<unknown> = Promise.resolve()
  #next: Promise<Versions> | undefined

  load(run: () => Promise<Versions>): Promise<Versions> {
    this.#next ??= this.#running.then(() => {
      const query = run()
      this.#next = undefined
      this.#running = query.catch(() => undefined)
      return query
    })
    return this.#next
  }
}

/** The versions of topics, which `bumpVersion` increments. */
export class ContentVersions {
  readonly #handle: DatabaseHandle
  readonly #local = new Map<string, number>()
  readonly #listeners = new Set<(topic: string) => void>()
  /** Versions of a server are good for data of the same server only: a replica is behind the primary. */
  readonly #lanes = { primary: new Lane(), replica: new Lane() }

  constructor(handle: DatabaseHandle) {
    this.#handle = handle
  }

  /** Tells of a committed write of this process, before it is acknowledged. */
  changed(topic: string): void {
    this.#local.set(topic, (this.#local.get(topic) ?? 0) + 1)
    for (const listener of this.#listeners) listener(topic)
  }

  /** To every committed write of this process; answers how to stop. */
  listen(listener: (topic: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * The versions now, as one text, on the server that the call reads from, and of that server only: of two writes that
   * commit at once, a replica may show the one before the primary shows it, and the primary the other. Notifications come some time after the commit, so on PostgreSQL, where other
   * processes write too, the table is asked; one query, begun after the call, answers all who wait.
   * PGlite has this process only, which knows its own writes.
   */
  async current(topics: readonly string[]): Promise<string> {
    const { kind, source } = this.#handle
    const stored = kind === 'postgres' ? await this.#lanes[source].load(() => this.#query()) : undefined
    const server = source === 'replica' ? 'replica:' : ''
    return (
      server + topics.map((topic) => `${stored?.get(topic) ?? 0}.${this.#local.get(topic) ?? 0}`).join(',')
    )
  }

  async #query(): Promise<Versions> {
    const { rows } = await sql<{ topic: string; version: number }>`
      select split_part(type, '#', 1) as topic, sum(version)::bigint as version
      from content_version group by 1`.execute(this.#handle.db)
    return new Map(rows.map(({ topic, version }) => [topic, version]))
  }
}
