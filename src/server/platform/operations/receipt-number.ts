// Issues receipt numbers: the day at the portal and six digits counted per day, such as 20261121000123.

import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import { perModel } from '#shared/model/per-model.ts'

/** Taken from the counter at once, so that creating items does not queue behind one row. Gaps are harmless. */
const BLOCK = 20

interface Block {
  readonly day: string
  next: number
  readonly end: number
}

const blocksOf = perModel((_db: Kysely<Schema>): { fetched?: Promise<Block> } => ({}))

/**
 * Not to be called with another database inside a transaction: on PGlite it would wait for itself. With the
 * transaction it takes one number, as the rest of a block would be lost with it.
 */
export async function takeReceiptNumber(db: Kysely<Schema>, now: Date): Promise<string> {
  if (db.isTransaction) return nextReceiptNumber(db, now)
  const day = dayOf(now)
  const blocks = blocksOf(db)
  for (;;) {
    const pending = blocks.fetched
    const block = await pending?.catch(() => undefined)
    if (block?.day === day && block.next < block.end) {
      const number = block.next
      block.next += 1
      return toNumber(day, number)
    }
    // The first caller that sees an exhausted block fetches the next one for all waiting callers.
    if (blocks.fetched === pending) blocks.fetched = fetchBlock(db, day)
    await blocks.fetched
  }
}

/** So many at once, in a row. The same as above holds for transactions. */
export async function takeReceiptNumbers(db: Kysely<Schema>, now: Date, count: number): Promise<string[]> {
  const { day, next } = await fetchBlock(db, dayOf(now), count)
  return Array.from({ length: count }, (_, index) => toNumber(day, next + index))
}

/** One for a record that is made inside a transaction, which holds the counter until it ends. */
export async function nextReceiptNumber(transaction: Kysely<Schema>, now: Date): Promise<string> {
  const { day, next } = await fetchBlock(transaction, dayOf(now), 1)
  return toNumber(day, next)
}

async function fetchBlock(db: Kysely<Schema>, day: string, size = BLOCK): Promise<Block> {
  const { rows } = await sql<{ value: number }>`
    insert into counter (name, value) values (${`receipt-${day}`}, ${size}::bigint)
    on conflict (name) do update set value = counter.value + excluded.value returning value`.execute(db)
  const end = (rows[0]?.value ?? size) + 1
  return { day, next: end - size, end }
}

const dayOf = (now: Date): string => dayAt(now).replaceAll('-', '')
const toNumber = (day: string, number: number): string => day + String(number).padStart(6, '0')
