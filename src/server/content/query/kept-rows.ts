// Keeps for some minutes what was read of very many items, and reads it again beside the calls that get it.
import type { Kysely, RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { perModel } from '#shared/model/per-model.ts'

const FRESH_MS = 60_000
/** Reading again takes this part of the time at most. */
const SHARE = 50
const MAX_KEPT = 500

export type Row = Readonly<Record<string, unknown>>

export interface Kept {
  readonly rows: readonly Row[]
  readonly staleAt: number
  isRenewed?: boolean
  /** By the types of a page: from how many matches on they are not among the newest items. */
  readonly scattered: Map<string, number>
}

const keptOf = perModel((_db: Kysely<Schema>) => new LRUCache<string, Kept>({ max: MAX_KEPT }))

export function keepRows(db: Kysely<Schema>, key: string, rows: readonly Row[], startedAt: number): Kept {
  const now = Date.now()
  const staleAt = now + Math.max(FRESH_MS, (now - startedAt) * SHARE)
  const kept: Kept = { rows, staleAt, scattered: new Map() }
  keptOf(db).set(key, kept)
  return kept
}

/** The kept rows of the statement; where they are old, it runs again beside the call. */
export function findKept(db: Kysely<Schema>, key: string, statement: RawBuilder<Row>): Kept | undefined {
  const kept = keptOf(db).get(key)
  if (!kept || kept.isRenewed || Date.now() < kept.staleAt) return kept
  kept.isRenewed = true
  const startedAt = Date.now()
  statement.execute(db).then(
    ({ rows }) => keepRows(db, key, rows, startedAt),
    () => keptOf(db).delete(key),
  )
  return kept
}

export function keyOf(db: Kysely<Schema>, statement: RawBuilder<unknown>): string {
  const { sql, parameters } = statement.compile(db)
  return JSON.stringify([sql, parameters])
}

/** The rows of a statement that reads many more than it answers; those that `areMany` may be some minutes old. */
export async function loadKeptMany<T extends object>(
  db: Kysely<Schema>,
  statement: RawBuilder<T>,
  areMany: (rows: readonly T[]) => boolean,
): Promise<readonly T[]> {
  const key = keyOf(db, statement)
  const kept = findKept(db, key, statement as unknown as RawBuilder<Row>) // a row of columns
  if (kept) return kept.rows as unknown as readonly T[]
  const startedAt = Date.now()
  const { rows } = await statement.execute(db)
  if (areMany(rows)) keepRows(db, key, rows as unknown as readonly Row[], startedAt)
  return rows
}
