// Counts views and comparisons: once per reader and item in 30 minutes, written together every second.

import { type Kysely, sql } from 'kysely'
import { bumpVersion } from '#server/platform/cache/content-versions.ts'
import type { ReadCache } from '#server/platform/cache/read-cache.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { SEEN_FOR, takeUnseen } from '#server/platform/statistics/seen-views.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import { addInterest, type Interest } from './interest.ts'

/** Maximum number of views held in memory. Beyond it the oldest half is dropped, and those readers count again. */
const MAX_SEEN = 100_000
const FLUSH_MS = 1_000
/** Counts show in cached answers this much later at most; a version for every view would empty the cache all the time. */
const ANNOUNCE_MS = 5_000

/** `quiet` views of robots and of the console's accounts are in the number of an item, not in statistics. */
type Kind = 'views' | 'quiet' | 'compares'

/** Views and comparisons of one item that are not written yet. */
interface Pending {
  readonly type: string
  /** The kind of each, by the key of reader, item and kind. */
  readonly kinds: Map<string, Kind>
}

export interface CountedView {
  readonly reader: string
  readonly itemId: string
  readonly type: string
  readonly now: number
  /** The kind of interest; a view by default. */
  readonly kind?: Kind
}

export class ViewCounter {
  readonly #db: Kysely<Schema>
  readonly #cache: ReadCache
  readonly #onError: (error: unknown) => void
  #seen = new Map<string, number>()
  #older = new Map<string, number>()
  /** By item. */
  readonly #pending = new Map<string, Pending>()
  readonly #changedTypes = new Set<string>()
  #announced = 0
  /** When the latest was counted, in whose day all that is written together falls. */
  #now = 0
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()

  constructor(db: Kysely<Schema>, cache: ReadCache, onError: (error: unknown) => void = () => undefined) {
    this.#db = db
    this.#cache = cache
    this.#onError = onError
  }

  /** Returns true if it counts, as far as this process knows. */
  count({ reader, itemId, type, now, kind = 'views' }: CountedView): boolean {
    const key = kind !== 'compares' ? `${reader}\n${itemId}` : `${reader}\n${itemId}\n${kind}`
    const last = this.#seen.get(key) ?? this.#older.get(key)
    if (last !== undefined && now - last < SEEN_FOR) return false
    if (this.#seen.size >= MAX_SEEN / 2) {
      this.#older = this.#seen
      this.#seen = new Map()
    }
    this.#seen.set(key, now)
    this.#add(itemId, type, [[key, kind]])
    // Comparisons do not appear in items, so only views change cached answers.
    if (kind !== 'compares') this.#changedTypes.add(type)
    this.#now = Math.max(this.#now, now)
    this.#schedule()
    return true
  }

  /** Views that are counted but not written yet. */
  pendingOf(itemId: string): number {
    const kinds = [...(this.#pending.get(itemId)?.kinds.values() ?? [])]
    return countOf(kinds, 'views') + countOf(kinds, 'quiet')
  }

  #add(itemId: string, type: string, more: Iterable<readonly [string, Kind]>): void {
    const kinds = this.#pending.get(itemId)?.kinds ?? new Map<string, Kind>()
    for (const [key, kind] of more) kinds.set(key, kind)
    this.#pending.set(itemId, { type, kinds })
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
    const pending = new Map(this.#pending)
    const announces = Date.now() - this.#announced >= ANNOUNCE_MS
    const types = announces ? [...this.#changedTypes].sort() : []
    if (pending.size === 0 && types.length === 0) return
    this.#pending.clear()
    try {
      await this.#db.transaction().execute(async (transaction) => {
        if (pending.size > 0) await addUnseen(transaction, pending, new Date(this.#now))
        await bumpVersion(transaction, ...types)
      })
    } catch (error) {
      for (const [itemId, { type, kinds }] of pending) this.#add(itemId, type, kinds)
      throw error
    }
    if (announces) this.#announced = Date.now()
    for (const type of types) {
      this.#changedTypes.delete(type)
      this.#cache.changed(type)
    }
  }
}

const countOf = (kinds: Iterable<Kind>, wanted: Kind): number =>
  [...kinds].filter((kind) => kind === wanted).length

/** Adds what no process has counted yet. */
async function addUnseen(
  db: Kysely<Schema>,
  pending: ReadonlyMap<string, Pending>,
  now: Date,
): Promise<void> {
  const keys = [...pending.values()].flatMap(({ kinds }) => [...kinds.keys()])
  const unseen = new Set(await takeUnseen(db, keys, now))
  const counts = [...pending].map(([itemId, { type, kinds }]) => {
    const counted = [...kinds].filter(([key]) => unseen.has(key)).map(([, kind]) => kind)
    const views = countOf(counted, 'views')
    return {
      itemId,
      type,
      views,
      all: views + countOf(counted, 'quiet'),
      compares: countOf(counted, 'compares'),
    }
  })
  const viewed = counts.filter(({ all }) => all > 0).map((count) => ({ ...count, views: count.all }))
  const interesting = counts.filter(({ views, compares }) => views + compares > 0)
  if (viewed.length > 0) await addViews(db, viewed)
  if (interesting.length > 0) await addInterest(db, interesting, dayAt(now))
}

/** Rows are locked in the order of their ids, so that two servers never wait for each other. */
async function addViews(db: Kysely<Schema>, counts: readonly Interest[]): Promise<void> {
  const ids = counts.map(({ itemId }) => itemId)
  const amounts = counts.map(({ views }) => views)
  await sql`
    with added as (select * from unnest(${ids}::text[], ${amounts}::int[]) as t (id, amount)),
    locked as (select item.id from item where id in (select id from added) order by id for update)
    update item set view_count = view_count + added.amount
    from added, locked where item.id = added.id and locked.id = item.id`.execute(db)
}
