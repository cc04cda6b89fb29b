// Owns the list of words for which a comment waits, as operators look it up; it is maintained as configuration.
import type { Paged } from '../../shared/envelope.ts'
import type { Call } from '../call.ts'
import { toPaged } from '../operations/paged.ts'
import { readPaging } from '../operations/read-paging.ts'
import { readText } from '../operations/read-parameter.ts'
import { listBlockedWords } from '../validation/blocked-words.ts'

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
