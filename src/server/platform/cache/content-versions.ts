// Keeps the versions of cached content: every write increments them, every cached read checks them.
import { type Kysely, sql } from 'kysely'
import type { DatabaseHandle } from '#server/platform/database/database-handle.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/**
 * Writes to one topic would queue behind one row until their commit reached the disk; spread over stripes they
 * commit together. A topic's version is the sum of its stripes, so every committed write changes it.
 */
const STRIPES = 16

type Versions = ReadonlyMap<string, number>

/**
 * Increments the versions of topics, which are names of content types, so that cached answers about them expire.
 * Call it last in the transaction that changes the content: a row of each topic stays locked until the commit.
 *
 * @example
 * await bumpVersion(transaction, 'demand')
 */
export async function bumpVersion(transaction: Kysely<Schema>, ...topics: readonly string[]): Promise<void> {
  if (topics.length > 0) await sql`${bumpStatement(topics)}`.execute(transaction)
}

/** The same for a statement that does everything at once; `after` names the step of its WITH that must lock first. */
export function bumpStatement(topics: readonly string[], after?: string): ReturnType<typeof sql> {
  // In one order, so that two writes of the same topics wait for one another.
  const keys = [...new Set(topics)].sort().map((topic) => `${topic}#${Math.floor(Math.random() * STRIPES)}`)
  const rows = sql`unnest(${keys}::text[]) with ordinality as bumped (key, place)`
  return sql`insert into content_version (type, version)
    select key, 1 from ${after === undefined ? rows : sql`${sql.ref(after)}, ${rows}`} order by place
    on conflict (type) do update set version = content_version.version + 1`
}

export class ContentVersions {
  readonly #handle: DatabaseHandle
  readonly #local = new Map<string, number>()
  readonly #listeners = new Set<(topic: string) => void>()
  #running: Promise<unknown> = Promise.resolve()
  #next: Promise<Versions> | undefined

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
   * The versions now, as one text. Notifications come some time after the commit, so on PostgreSQL, where other
   * processes write too, the table is asked; one query, begun after the call, answers all who wait.
   * PGlite has this process only, which knows its own writes.
   */
  async current(topics: readonly string[]): Promise<string> {
    const stored = this.#handle.kind === 'postgres' ? await this.#load() : undefined
    return topics.map((topic) => `${stored?.get(topic) ?? 0}.${this.#local.get(topic) ?? 0}`).join(',')
  }

  #load(): Promise<Versions> {
    this.#next ??= this.#running.then(() => {
      const query = this.#query()
      this.#next = undefined
      this.#running = query.catch(() => undefined)
      return query
    })
    return this.#next
  }

  async #query(): Promise<Versions> {
    const { rows } = await sql<{ topic: string; version: number }>`
      select split_part(type, '#', 1) as topic, sum(version)::bigint as version
      from content_version group by 1`.execute(this.#handle.db)
    return new Map(rows.map(({ topic, version }) => [topic, version]))
  }
}
