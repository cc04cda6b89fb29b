// Counts what happens on each day: numbers by subject and key, written together every second.
//
// Counts only: no account, no address and no cookie is stored. A repetition within half an hour is recognised by a
// digest that is forgotten after that time. Readers are counted by digests salted anew each day; salt and digests are
// deleted when the day is over, so that nobody can tell that a reader of two days is the same.
import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import { perModel } from '#shared/model/per-model.ts'
import { takeUnseen } from './seen-views.ts'

/** The subjects that are counted. */
export type DayCount =
  /** Visits of pages, by page. */
  | 'visit'
  /** Readers of the day. */
  | 'reader'
  /** Searches by word, and those that found nothing. */
  | 'search'
  | 'searchNone'
  /** Decisions by content type, and the minutes from submission to decision. */
  | 'decided'
  | 'decidedMinutes'

export interface Counted {
  readonly what: DayCount
  readonly key: string
  readonly n?: number
  /** Counts once in half an hour, over all processes. */
  readonly once?: string
}

const FLUSH_MS = 1_000
/** Beyond it nothing is counted until the next second. */
const MAX_PENDING = 20_000
/** Keys of a subject that one process begins on one day; the others are counted together under no key. */
const MAX_KEYS = 2_000

const keyOf = ({ what, key, once = '' }: Counted, day: string) => JSON.stringify([day, what, key, once])

export class DayCounter {
  readonly #db: Kysely<Schema>
  readonly #onError: (error: unknown) => void
  #pending = new Map<string, Counted & { readonly day: string; readonly n: number }>()
  /** Readers of the present day, by day and who they are; in memory only. */
  #readers = new Map<string, { readonly day: string; readonly who: string }>()
  #known = { day: '', readers: new Set<string>(), keys: new Map<DayCount, Set<string>>() }
  #now = 0
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()

  constructor(db: Kysely<Schema>, onError: (error: unknown) => void = () => undefined) {
    this.#db = db
    this.#onError = onError
  }

  count(counted: Counted, now: Date): void {
    if (this.#pending.size >= MAX_PENDING) return
    const day = this.#begin(now)
    const keys = this.#known.keys.get(counted.what) ?? new Set<string>()
    this.#known.keys.set(counted.what, keys)
    if (keys.size < MAX_KEYS) keys.add(counted.key)
    const one = { ...counted, key: keys.has(counted.key) ? counted.key : '', day }
    const known = keyOf(one, day)
    const before = one.once === undefined ? (this.#pending.get(known)?.n ?? 0) : 0
    this.#pending.set(known, { ...one, n: before + (one.n ?? 1) })
    this.#schedule()
  }

  /** Counts a reader once on each day. */
  countReader(who: string, now: Date): void {
    const day = this.#begin(now)
    if (this.#known.readers.has(who) || this.#readers.size >= MAX_PENDING) return
    this.#known.readers.add(who)
    this.#readers.set(`${day}\n${who}`, { day, who })
    this.#schedule()
  }

  #begin(now: Date): string {
    const day = dayAt(now)
    if (this.#known.day !== day) this.#known = { day, readers: new Set(), keys: new Map() }
    if (this.#known.readers.size >= MAX_PENDING) this.#known.readers.clear()
    this.#now = Math.max(this.#now, now.getTime())
    return day
  }

  /** One after the other; what could not be written stays for the next time. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write()).catch(this.#onError)
    return this.#flushing
  }

  /** Writes everything and stops the timer; for the end of the process. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.flush()
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.flush().then(() => {
        if (this.#pending.size + this.#readers.size > 0) this.#schedule()
      })
    }, FLUSH_MS)
    this.#timer.unref()
  }

  async #write(): Promise<void> {
    const [pending, readers] = [this.#pending, this.#readers]
    if (pending.size + readers.size === 0) return
    this.#pending = new Map()
    this.#readers = new Map()
    try {
      await this.#db.transaction().execute(async (transaction) => {
        const counted = await addNew(transaction, [...pending.values()], new Date(this.#now))
        await addCounts(transaction, [...counted, ...(await addReaders(transaction, [...readers.values()]))])
      })
    } catch (error) {
      for (const [key, one] of pending)
        this.#pending.set(key, { ...one, n: one.n + (this.#pending.get(key)?.n ?? 0) })
      for (const [key, one] of readers) this.#readers.set(key, one)
      throw error
    }
  }
}

type Row = { readonly day: string; readonly what: DayCount; readonly key: string; readonly n: number }

/** Returns what no process has counted in the last half hour. */
async function addNew(
  db: Kysely<Schema>,
  all: readonly (Counted & { readonly day: string; readonly n: number })[],
  now: Date,
): Promise<readonly Row[]> {
  const repeated = all.flatMap(({ once, what, key }) =>
    once === undefined ? [] : [`${what}\n${key}\n${once}`],
  )
  if (repeated.length === 0) return all
  const unseen = new Set(await takeUnseen(db, repeated, now))
  return all.filter(({ once, what, key }) => once === undefined || unseen.has(`${what}\n${key}\n${once}`))
}

async function addReaders(
  db: Kysely<Schema>,
  readers: readonly { readonly day: string; readonly who: string }[],
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const day of [...new Set(readers.map((reader) => reader.day))].sort()) {
    const salt = await saltOf(db, day)
    const digests = readers
      .filter((reader) => reader.day === day)
      .map(({ who }) => createHash('sha256').update(`${salt}\n${who}`).digest('base64url').slice(0, 22))
      .sort()
    const { rows: added } = await sql`insert into day_reader (day, digest)
      select ${day}::date, digest from unnest(${digests}::text[]) as t (digest)
      on conflict do nothing returning 1 as one`.execute(db)
    rows.push({ day, what: 'reader', key: '', n: added.length })
  }
  return rows
}

/** The salt of the day, which all processes share and no later day knows. */
async function saltOf(db: Kysely<Schema>, day: string): Promise<string> {
  await sql`insert into day_salt (day, salt) values (${day}::date, ${randomBytes(24).toString('base64url')})
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ salt: string }>`select salt from day_salt where day = ${day}::date`.execute(db)
  return rows[0]?.salt ?? ''
}

/** Deletes the readers and the salts of days that are over. */
export async function forgetReaders(db: Kysely<Schema>, now: Date): Promise<void> {
  await sql`delete from day_reader where day < ${dayAt(now)}::date`.execute(db)
  await sql`delete from day_salt where day < ${dayAt(now)}::date`.execute(db)
}

/** Rows are locked in one order, so that two servers never wait for each other. */
export async function addCounts(db: Kysely<Schema>, counts: readonly Row[]): Promise<void> {
  const rows = counts.filter(({ n }) => n > 0)
  if (rows.length === 0) return
  await sql`insert into day_count as kept (day, what, key, n)
    select day, what, key, sum(n) from unnest(${rows.map(({ day }) => day)}::date[],
      ${rows.map(({ what }) => what)}::text[], ${rows.map(({ key }) => key)}::text[],
      ${rows.map(({ n }) => n)}::bigint[]) as t (day, what, key, n)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (what, day, key) do update set n = kept.n + excluded.n`.execute(db)
}

const counterOf = perModel((db: Services['db']) => new DayCounter(db))

export const dayCounterOf = ({ db }: Pick<Services, 'db'>): DayCounter => counterOf(db)
