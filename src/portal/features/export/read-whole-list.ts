// Reads a whole list, page by page, as far as the viewer may see it.

import { get } from '#portal/core/api/client.ts'
import type { ReadSource } from '#portal/core/api/use-read.ts'
import { listOf, totalOf } from '#portal/widgets/items/read-list.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { PAGE_SIZES } from '#shared/calls/envelope.ts'

const SIZE = Math.max(...PAGE_SIZES)

/** A table of more is none that somebody reads; filters make it smaller. */
export const MAX_EXPORTED_ITEMS = 10_000

/** The part of a list that has been read; after a failure, reading continues from there. */
export interface ReadProgress {
  readonly items: Map<string, Item>
  page: number
  total: number
  isOver: boolean
}

export const createReadProgress = (): ReadProgress => ({ items: new Map(), page: 1, total: 0, isOver: false })

/** Rows that move from page to page while it reads are kept once. Rejects as the call does; `signal` ends it. */
export async function continueReading(
  progress: ReadProgress,
  { path, params }: ReadSource,
  signal: AbortSignal,
  onPage: () => void,
): Promise<void> {
  while (!progress.isOver) {
    signal.throwIfAborted()
    const answer = await get<unknown>(
      path,
      { ...params, page: progress.page, limit: SIZE },
      { signal, quiet: true },
    )
    const rows = listOf(answer)
    for (const row of rows)
      if (progress.items.size < MAX_EXPORTED_ITEMS) progress.items.set(String(row.id), row)
    progress.total = totalOf(answer)
    progress.page += 1
    progress.isOver =
      rows.length < SIZE || progress.items.size >= Math.min(progress.total, MAX_EXPORTED_ITEMS)
    onPage()
  }
}
