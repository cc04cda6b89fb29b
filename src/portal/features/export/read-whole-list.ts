// Owns the reading of a whole list, page by page, of what its reader may see.

import { get } from '#portal/core/api/client.ts'
import type { ReadSource } from '#portal/core/api/use-read.ts'
import { listOf, totalOf } from '#portal/widgets/items/read-list.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { PAGE_SIZES } from '#shared/calls/envelope.ts'

const SIZE = Math.max(...PAGE_SIZES)

/** A table of more is none that somebody reads; filters make it smaller. */
export const MOST_EXPORTED = 10_000

/** What has been read of a list; going on after a failure begins where it broke off. */
export interface Reading {
  readonly items: Map<string, Item>
  page: number
  total: number
  isOver: boolean
}

export const newReading = (): Reading => ({ items: new Map(), page: 1, total: 0, isOver: false })

/** Rows that move from page to page while it reads are kept once. Rejects as the call does; `signal` ends it. */
export async function readOn(
  reading: Reading,
  { path, params }: ReadSource,
  signal: AbortSignal,
  onPage: () => void,
): Promise<void> {
  while (!reading.isOver) {
    signal.throwIfAborted()
    const answer = await get<unknown>(
      path,
      { ...params, page: reading.page, limit: SIZE },
      { signal, quiet: true },
    )
    const rows = listOf(answer)
    for (const row of rows) if (reading.items.size < MOST_EXPORTED) reading.items.set(String(row.id), row)
    reading.total = totalOf(answer)
    reading.page += 1
    reading.isOver = rows.length < SIZE || reading.items.size >= Math.min(reading.total, MOST_EXPORTED)
    onPage()
  }
}
