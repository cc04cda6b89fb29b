// Lists the blocked words that hold back a comment, for operators; the configuration maintains them.

import type { Call } from '#server/platform/call.ts'
import { toPaged } from '#server/platform/calls/paged.ts'
import { readPaging } from '#server/platform/calls/read-paging.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'
import { listBlockedWords } from '#server/platform/validation/blocked-words.ts'
import type { Paged } from '#shared/calls/envelope.ts'

export async function findBlockedWords({ services, params }: Call): Promise<Paged<unknown>> {
  const paging = readPaging(params)
  const start = (paging.page - 1) * paging.limit
  const words = listBlockedWords(services.model(), readText(params, 'keyWord'))
  const shown = words.slice(start, start + paging.limit)
  return toPaged(
    shown.map((word) => ({ word })),
    words.length,
    paging,
  )
}
