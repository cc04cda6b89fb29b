// Owns what the search box offers: earlier searches before typing, titles that hold the words while typing.
import { useRead } from '../api/use-read.ts'
import { calls } from '../site/site.ts'
import { toText } from '../ui/to-text.ts'
import { usePaused } from '../ui/use-paused.ts'
import { listOf } from '../widgets/list-of.ts'
import { searchAddress } from './search-address.ts'
import { useSearchHistory } from './use-search-history.ts'

const SUGGEST = calls['search.suggest']
const SHOWN_HISTORY = 6

export interface Offer {
  readonly key: string
  readonly text: string
  /** The kind of content, or that it is an earlier search. */
  readonly kind: string
  readonly address: string
  /** Set where it is a search and no item. */
  readonly keyWord?: string
}

export function useOffers(path: string, typed: string, open: boolean): readonly Offer[] {
  const text = usePaused(typed.trim())
  const { words } = useSearchHistory(open)
  const { data } = useRead<unknown>(
    SUGGEST && open && text ? { path: SUGGEST, params: { keyWord: text } } : null,
  )
  if (typed.trim() === '')
    return words.slice(0, SHOWN_HISTORY).map((keyWord) => ({
      key: `word ${keyWord}`,
      text: keyWord,
      kind: '搜索历史',
      keyWord,
      address: searchAddress(path, keyWord),
    }))
  return listOf(data).map((item) => ({
    key: `${toText(item.type)} ${String(item.id)}`,
    text: toText(item.title),
    kind: toText(item.typeTitle),
    address: toText(item.address),
  }))
}
