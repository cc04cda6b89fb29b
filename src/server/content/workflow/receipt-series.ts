// Assigns numbers of a receipt series: by its letters and the year in China, consecutively.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { dayAt } from '#shared/formats/portal-time.ts'

/**
 * Returns the next number, such as `DEC-2026-000123`. To be called in the transaction that assigns it: other callers
 * wait for its end, so that a failed transition leaves no gap and no number is assigned twice.
 */
export async function nextOfSeries(transaction: Kysely<Schema>, letters: string, now: Date): Promise<string> {
  const year = dayAt(now).slice(0, 4)
  const { rows } = await sql<{ value: number }>`
    insert into counter (name, value) values (${`series-${letters}-${year}`}, 1)
    on conflict (name) do update set value = counter.value + 1 returning value`.execute(transaction)
  return `${letters}-${year}-${String(rows[0]?.value ?? 1).padStart(6, '0')}`
}

export const isOfSeries = (receiptNo: unknown, letters: string): boolean =>
  typeof receiptNo === 'string' && receiptNo.startsWith(`${letters}-`)

const SERIES = /^[A-Z]{2,6}-\d{4}-\d{6}$/

/** Returns true if it is a number of any series. */
export const isNumbered = (receiptNo: unknown): boolean =>
  typeof receiptNo === 'string' && SERIES.test(receiptNo)
