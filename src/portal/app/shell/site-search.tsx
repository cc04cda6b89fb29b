// Draws the header's search: with hot words on the home page, behind a button on lists with their own search.

import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  memo,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useRead } from '#portal/core/api/use-read.ts'
import {
  MAX_SEARCH_LENGTH,
  noteSearch,
  SEARCH_PATH,
  searchAddress,
  useSearchHistory,
} from '#portal/core/search/use-search-history.ts'
import { calls } from '#portal/core/site.ts'
import { usePreferences } from '#portal/core/state/preferences.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { useComposedText, useDebouncedText } from '#portal/ui/hooks/use-composed-text.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { Link } from '#portal/ui/link.tsx'
import { listOf } from '#portal/widgets/items/read-list.ts'

const SUGGEST = calls['search.suggest']
const SHOWN_HISTORY = 6

interface SearchSuggestion {
  readonly key: string
  readonly text: string
  /** The kind of content, or that it is an earlier search. */
  readonly kind: string
  readonly address: string
  /** Set where it is a search and no item. */
  readonly keyWord?: string
}

/**
 * Provides the suggestions of the search box: earlier searches before typing, matching titles while typing.
 */
function useSearchSuggestions(path: string, typed: string, open: boolean): readonly SearchSuggestion[] {
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

interface Props {
  readonly path: string
  readonly currentQuery: string
  /** Takes the focus when it comes: it was asked for by a button. */
  readonly isFocused?: boolean
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Draws the site search with suggestions, as a combobox: arrows choose, Enter applies, Escape closes. */
export function SearchField({ path, currentQuery, isFocused }: Props) {
  const navigate = useNavigate()
  const { care } = usePreferences()
  const [text, setText] = useState(currentQuery)
  const [focused, setFocused] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFocused) input.current?.focus()
  }, [isFocused])
  const { settled, composition } = useComposedText(text)
  const offers = useSearchSuggestions(path, settled === currentQuery ? '' : settled, focused && !care)
  const open = focused && !care && offers.length > 0
  const take = ({ address, keyWord }: SearchSuggestion) => {
    setFocused(false)
    if (keyWord !== undefined) {
      setText(keyWord)
      noteSearch(keyWord)
    }
    void navigate(address)
  }
  const press = (event: KeyboardEvent) => {
    const key = pressedKey(event)
    const step = STEPS[key]
    const offer = offers[chosen]
    if (key === 'Escape' && open) setFocused(false)
    else if (key === 'Enter' && open && offer) take(offer)
    else if (step !== undefined && offers.length > 0 && !care) {
      setFocused(true)
      setChosen((chosen + step + offers.length + (chosen < 0 && step < 0 ? 1 : 0)) % offers.length)
    } else return
    event.preventDefault()
  }
  const leave = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes that the focus has left the field and its button
    <div className="eq-search-box" onBlur={leave}>
      <input
        ref={input}
        type="search"
        name="keyWord"
        value={text}
        maxLength={MAX_SEARCH_LENGTH}
        role="combobox"
        aria-label="站内搜索"
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && chosen >= 0 ? `${list}-${chosen}` : undefined}
        placeholder="搜索全站，至少两个字"
        autoComplete="off"
        onChange={(event) => {
          setText(event.target.value)
          setChosen(-1)
          setFocused(true)
        }}
        onFocus={() => setFocused(true)}
        onClick={() => setFocused(true)}
        onKeyDown={press}
        {...composition}
      />
      <button type="submit" onClick={() => setFocused(false)}>
        <Icon name="search" />
        <span>搜索</span>
      </button>
      {open ? (
        <div
          id={list}
          className="eq-search-offers"
          role="listbox"
          aria-label={text ? '搜索建议' : '搜索历史'}
        >
          {offers.map((offer, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are pressed in the field
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, as a combobox does
            <div
              key={offer.key}
              id={`${list}-${index}`}
              role="option"
              className="eq-search-offer"
              aria-selected={index === chosen}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(offer)}
            >
              <span>{offer.text}</span>
              <small>{offer.kind}</small>
            </div>
          ))}
        </div>
      ) : null}
    </div>
  )
}

const PATH = calls['search.words']
const HOT = PATH === undefined ? null : { path: PATH, params: { limit: 10 } }
const MAX_TERMS = 5

const PopularSearches = memo(function PopularSearches({ path }: { readonly path: string }) {
  const words = listOf(useRead<unknown>(HOT).data).map(({ word }) => toText(word))
  return (
    <p className="eq-search-hot">
      {words.length ? <span>热搜：</span> : null}
      {words.slice(0, MAX_TERMS).map((word) => (
        <Link key={word} to={searchAddress(path, word)} onClick={() => noteSearch(word)}>
          {word}
        </Link>
      ))}
    </p>
  )
})

/** The field with hot words, the field alone, or a button that opens the field. */
export type SearchForm = 'whole' | 'field' | 'button'

export function SiteSearch({ form }: { readonly form: SearchForm }) {
  const navigate = useNavigate()
  const path = SEARCH_PATH
  const [query] = useSearchParams()
  const currentQuery = form === 'button' ? '' : (query.get('keyWord') ?? '')
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (path === undefined) return <div className="eq-search" />
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const keyWord = String(new FormData(event.currentTarget).get('keyWord') ?? '').trim()
    if (!keyWord) return
    noteSearch(keyWord)
    void navigate(searchAddress(path, keyWord))
  }
  const isShown = form !== 'button' || isOpen
  return (
    <search className="eq-search" data-form={form} data-open={isShown}>
      {form === 'button' ? (
        <button
          type="button"
          className="eq-search-open"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'close' : 'search'} />
          <span>{isOpen ? '收起搜索' : '站内搜索'}</span>
        </button>
      ) : null}
      {isShown ? (
        <form id={id} onSubmit={submit}>
          <SearchField
            key={currentQuery}
            path={path}
            currentQuery={currentQuery}
            isFocused={form === 'button'}
          />
        </form>
      ) : null}
      {HOT && form === 'whole' ? <PopularSearches path={path} /> : null}
    </search>
  )
}
