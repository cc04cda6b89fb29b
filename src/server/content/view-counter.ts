// Owns the counting of views: once per reader and item in 30 minutes, written together every second.
import { type Kysely, sql } from 'kysely'
import { bumpVersion } from '../cache/content-versions.ts'
import type { ReadCache } from '../cache/read-cache.ts'
import type { Schema } from '../database/schema.ts'

const WINDOW_MS = 30 * 60_000
/** Who read what is kept in memory: beyond this the oldest half is forgotten, and those readers count again. */
const MAX_SEEN = 100_000
const FLUSH_MS = 1_000
/** Counts show in cached answers this much later at most; a version for every view would empty the cache all the time. */
const ANNOUNCE_MS = 5_000

export interface View {
  readonly reader: string
  readonly itemId: string
  readonly type: string
  readonly now: number
}

export class ViewCounter {
  readonly #db: Kysely<Schema>
  readonly #cache: ReadCache
  readonly #onError: (error: unknown) => void
  #seen = new Map<string, number>()
  #older = new Map<string, number>()
  readonly #pending = new Map<string, number>()
  readonly #changedTypes = new Set<string>()
  #announced = 0
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()

  constructor(db: Kysely<Schema>, cache: ReadCache, onError: (error: unknown) => void = () => undefined) {
    this.#db = db
    this.#cache = cache
    this.#onError = onError
  }

  /** Returns whether the view counted. */
  count({ reader, itemId, type, now }: View): boolean {
    const key = `${reader}\n${itemId}`
    const last = this.#seen.get(key) ?? this.#older.get(key)
    if (last !== undefined && now - last < WINDOW_MS) return false
    if (this.#seen.size >= MAX_SEEN / 2) {
      this.#older = this.#seen
      this.#seen = new Map()
    }
    this.#seen.set(key, now)
    this.#pending.set(itemId, this.pendingOf(itemId) + 1)
    this.#changedTypes.add(type)
    this.#schedule()
    return true
  }

  /** Counted but not written yet. */
  pendingOf(itemId: string): number {
    return this.#pending.get(itemId) ?? 0
  }

  /** Writes everything and stops the timer; for the end of the process. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#announced = 0
    await this.flush()
    clearTimeout(this.#timer)
  }

  /** One after the other; what could not be written stays for the next time. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write()).catch(this.#onError)
    return this.#flushing
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.flush().then(() => {
        if (this.#pending.size > 0 || this.#changedTypes.size > 0) this.#schedule()
      })
    }, FLUSH_MS)
    this.#timer.unref()
  }

  async #write(): Promise<void> {
    const counts = [...this.#pending]
    const announces = Date.now() - this.#announced >= ANNOUNCE_MS
    const types = announces ? [...this.#changedTypes].sort() : []
    if (counts.length === 0 && types.length === 0) return
    this.#pending.clear()
    try {
      await this.#db.transaction().execute(async (transaction) => {
        if (counts.length > 0) await addViews(transaction, counts)
        for (const type of types) await bumpVersion(transaction, type)
      })
    } catch (error) {
      for (const [id, count] of counts) this.#pending.set(id, this.pendingOf(id) + count)
      throw error
    }
    if (announces) this.#announced = Date.now()
    for (const type of types) {
      this.#changedTypes.delete(type)
      this.#cache.changed(type)
    }
  }
}

/** Rows are locked in the order of their ids, so that two servers never wait for each other. */
async function addViews(db: Kysely<Schema>, counts: readonly (readonly [string, number])[]): Promise<void> {
  const ids = counts.map(([id]) => id)
  const amounts = counts.map(([, amount]) => amount)
  await sql`
    with added as (select * from unnest(${ids}::text[], ${amounts}::int[]) as t (id, amount)),
    locked as (select item.id from item where id in (select id from added) order by id for update)
    update item set view_count = view_count + added.amount
    from added, locked where item.id = added.id and locked.id = item.id`.execute(db)
}
