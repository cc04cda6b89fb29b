// Draws the header's search: with hot words on the home page, behind a button on lists with their own search.
import { type FormEvent, memo, useId, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { useRead } from '#portal/core/api/use-read.ts'
import { noteSearch, SEARCH_PATH, searchAddress } from '#portal/core/search/search-address.ts'
import { calls } from '#portal/core/site.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { listOf } from '#portal/widgets/items/read-list.ts'
import { SearchField } from './search-field.tsx'

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
