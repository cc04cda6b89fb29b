// Handles the calls of the site search, its suggestions, and one's own searches.

import { wholeMinute } from '#server/content/query/list-query.ts'
import { searchedTypes } from '#server/content/query/searched-types.ts'
import { countSearcher } from '#server/content/reactions/searched-items.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { readFlag, readInteger, readPaging, readText } from '#server/platform/calls/read-parameter.ts'
import { visitorId } from '#server/platform/http/visitor-id.ts'
import { dayCounterOf } from '#server/platform/statistics/day-counter.ts'
import { isVisit, readerOf } from '#server/platform/statistics/is-visit.ts'
import { toPaged } from '#shared/calls/envelope.ts'
import { Failure } from '#shared/calls/errors.ts'
import { countLetters, cutLetters } from '#shared/formats/text-length.ts'
import { countHotWord, loadHotWords } from './hot-words.ts'
import { codeFacets } from './search-by-codes.ts'
import { beginsAt } from './search-facets.ts'
import { deleteRecords, keepRecord, loadRecords } from './search-records.ts'
import { type SiteAnswer, type SiteQuery, searchSite } from './site-search.ts'
import { suggest } from './suggest.ts'

const MAX_WORDS = 64
const HOT_WORDS_FRESH_MS = 60_000

function readFaceted({ params, services }: Call): Pick<SiteQuery, 'faceted'> {
  const [region, since] = [readText(params, 'region'), readText(params, 'since')]
  const codes = Object.fromEntries(
    codeFacets(services.model()).flatMap(({ name }) => {
      const code = readText(params, name)
      return code === undefined ? [] : [[name, code]]
    }),
  )
  const narrowed = [region, since, ...Object.values(codes)].some((value) => value !== undefined)
  if (!narrowed && readText(params, 'facets') === undefined) return {}
  return {
    faceted: {
      codes,
      begins: beginsAt(services.clock()),
      ...(region === undefined ? {} : { region }),
      ...(since === undefined ? {} : { since }),
    },
  }
}

async function search(call: Call): Promise<unknown> {
  const { params, services } = call
  const keyWord = cutLetters(readText(params, 'keyWord') ?? '', MAX_WORDS)
  const type = readText(params, 'type')
  const query: SiteQuery = {
    keyWord,
    ...(readFlag(params, 'exact') ? { exact: true } : {}),
    order: readText(params, 'order') === 'newest' ? 'newest' : 'relevance',
    ...(type === undefined ? {} : { type }),
    ...readPaging(params),
    ...readFaceted(call),
  }
  const model = services.model()
  const topics = searchedTypes(model).map((searched) => searched.type.name)
  // What was counted of common words changes by and by.
  const key = `search:${model.hash}:${wholeMinute(Date.now())}:${JSON.stringify(query)}`
  const answer = await services.cache.read(topics, key, () => searchSite(services.db, model, query))
  if (keyWord !== '' && query.page === 1 && type === undefined)
    await remember(call, keyWord, JSON.parse(answer.json) as SiteAnswer)
  return answer
}

async function remember(call: Call, word: string, { list }: SiteAnswer) {
  const { services, account, request } = call
  const now = services.clock()
  if (isVisit(call)) countSearch(call, word, list.length === 0)
  if (account) await keepRecord(services.db, account.id, word, now)
  const searcher = visitorId(account?.id ?? request.address, word)
  const isCounted = await countHotWord(services.db, {
    word,
    searcher,
    titles: list.map(({ title }) => title),
    now,
  })
  if (!isCounted) return
  const meant = list.filter(({ title }) => title.includes(word))
  await countSearcher(services.db, meant, account?.id ?? request.address, now)
}

const MAX_COUNTED_LETTERS = 20
/** Numbers of telephones, papers and the like, and addresses of mail: they may be those of a person. */
const PERSONAL = /\d{6}|@/

/** Counts a word once in half an hour for each searcher; words that may name a person are counted without the word. */
function countSearch(call: Call, word: string, foundNothing: boolean): void {
  const isKept = countLetters(word) <= MAX_COUNTED_LETTERS && !PERSONAL.test(word)
  const [now, once] = [call.services.clock(), `${readerOf(call)}\n${isKept ? '' : word}`]
  const counter = dayCounterOf(call.services)
  for (const what of foundNothing ? (['search', 'searchNone'] as const) : (['search'] as const))
    counter.count({ what, key: isKept ? word.toLowerCase() : '', once }, now)
}

function ownerOf({ account }: Call): string {
  if (!account) throw new Failure('SIGN_IN_REQUIRED')
  return account.id
}

/**
 * Handles the calls of the site search: `search.site`, its suggestions, the popular words, and the stored searches
 * of the caller.
 *
 * @example
 * const handlers: Handlers = { ...searchHandlers }
 */
export const searchHandlers: Handlers = {
  'search.site': search,
  'search.suggest': async ({ params, services }) => {
    const keyWord = cutLetters(readText(params, 'keyWord') ?? '', MAX_WORDS)
    const model = services.model()
    const topics = searchedTypes(model).map(({ type }) => type.name)
    return services.cache.read(topics, `suggest:${model.hash}:${keyWord}`, () =>
      suggest(services.db, model, keyWord),
    )
  },
  'search.words': async ({ params, services }) => {
    const limit = readInteger(params, 'limit', { min: 1, max: 30 }) ?? 10
    const model = services.model()
    const now = services.clock()
    const minute = Math.floor(now.getTime() / HOT_WORDS_FRESH_MS)
    const { hotWords } = model.site
    const topics = [...searchedTypes(model).map(({ type }) => type.name), ...(hotWords ? [hotWords] : [])]
    return services.cache.read(topics, `words:${model.hash}:${limit}:${minute}`, async () => {
      const words = await loadHotWords(services.db, model, limit, now)
      return words.map((word) => ({ word }))
    })
  },
  'search.records': async (call) => {
    const paging = readPaging(call.params)
    const { records, total } = await loadRecords(call.services.db, ownerOf(call), paging)
    return toPaged(records, total, paging)
  },
  'search.forget': async (call) => {
    const { keyWord } = (call.body ?? {}) as { readonly keyWord?: string | null }
    return { deleted: await deleteRecords(call.services.db, ownerOf(call), keyWord ?? undefined) }
  },
}
