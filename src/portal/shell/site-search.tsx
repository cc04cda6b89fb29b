// Owns the search of the header and the hot words under it.
import { type FormEvent, memo } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { useRead } from '../api/use-read.ts'
import { noteSearch, SEARCH_PATH, searchAddress } from '../search/search-address.ts'
import { calls } from '../site/site.ts'
import { toText } from '../ui/to-text.ts'
import { listOf } from '../widgets/list-of.ts'
import { SearchField } from './search-field.tsx'

const PATH = calls['search.words']
const HOT = PATH === undefined ? null : { path: PATH, params: { limit: 10 } }
const WORDS = 5

const HotWords = memo(function HotWords({ path }: { readonly path: string }) {
  const words = listOf(useRead<unknown>(HOT).data).map(({ word }) => toText(word))
  return (
    <p className="eq-search-hot">
      {words.length ? <span>热搜：</span> : null}
      {words.slice(0, WORDS).map((word) => (
        <Link key={word} to={searchAddress(path, word)} onClick={() => noteSearch(word)}>
          {word}
        </Link>
      ))}
    </p>
  )
})

export function SiteSearch() {
  const navigate = useNavigate()
  const path = SEARCH_PATH
  const [query] = useSearchParams()
  const asked = query.get('keyWord') ?? ''
  if (path === undefined) return <div className="eq-search" />
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const keyWord = String(new FormData(event.currentTarget).get('keyWord') ?? '').trim()
    if (!keyWord) return
    noteSearch(keyWord)
    void navigate(searchAddress(path, keyWord))
  }
  return (
    <search className="eq-search">
      <form onSubmit={submit}>
        <SearchField key={asked} path={path} asked={asked} />
      </form>
      {HOT ? <HotWords path={path} /> : null}
    </search>
  )
}
