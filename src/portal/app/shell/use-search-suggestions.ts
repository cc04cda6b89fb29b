// Provides the suggestions of the search box: earlier searches before typing, matching titles while typing.
import { useRead } from '#portal/core/api/use-read.ts'
import { searchAddress } from '#portal/core/search/search-address.ts'
import { useSearchHistory } from '#portal/core/search/use-search-history.ts'
import { calls } from '#portal/core/site.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { useDebouncedText } from '#portal/ui/hooks/use-debounced-text.ts'
import { listOf } from '#portal/widgets/items/read-list.ts'

const SUGGEST = calls['search.suggest']
const SHOWN_HISTORY = 6

export interface SearchSuggestion {
  readonly key: string
  readonly text: string
  /** The kind of content, or that it is an earlier search. */
  readonly kind: string
  readonly address: string
  /** Set where it is a search and no item. */
  readonly keyWord?: string
}

export function useSearchSuggestions(
  path: string,
  typed: string,
  open: boolean,
): readonly SearchSuggestion[] {
  const text = useDebouncedText(typed.trim())
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
