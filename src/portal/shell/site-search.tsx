// Owns the search box of the header and the hot words under it.
import { type FormEvent, memo } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { useRead } from '../api/use-read.ts'
import { useManifest } from '../app/manifest.ts'
import { Icon } from '../ui/icon.tsx'

interface HotItem {
  readonly id: string
  readonly title: string
}

type Answer = readonly HotItem[] | { readonly list?: readonly HotItem[] }

/** The first that exists: the search over all types, else the news. */
const SEARCH_PATHS = ['/homePageSearch', '/consultSecondPage']
const HOT = { path: '/newapi/hotSearch/getAll', params: { limit: 10 } }
const WORDS = 3
const LONGEST = 60

function useSearchPath(): string | undefined {
  const { pages } = useManifest()
  return SEARCH_PATHS.find((path) => pages.some((page) => page.path.split('/:')[0] === path))
}

const addressOf = (path: string, keyWord: string) =>
  `${path}?${new URLSearchParams({ keyWord: keyWord.slice(0, LONGEST) })}`

const HotWords = memo(function HotWords({ path }: { readonly path: string }) {
  const { data } = useRead<Answer>(HOT)
  const items = (data && 'list' in data ? data.list : (data as readonly HotItem[] | undefined)) ?? []
  return (
    <p className="eq-search-hot">
      {items.length ? <span>热搜：</span> : null}
      {items.slice(0, WORDS).map(({ id, title }) => (
        <Link key={id} to={addressOf(path, title)} title={title}>
          {title}
        </Link>
      ))}
    </p>
  )
})

export function SiteSearch() {
  const navigate = useNavigate()
  const path = useSearchPath()
  const [query] = useSearchParams()
  const asked = query.get('keyWord') ?? ''
  if (path === undefined) return <div className="eq-search" />
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const keyWord = String(new FormData(event.currentTarget).get('keyWord') ?? '').trim()
    if (keyWord) void navigate(addressOf(path, keyWord))
  }
  return (
    <search className="eq-search">
      <form onSubmit={submit}>
        <div className="eq-search-box">
          <input
            key={asked}
            type="search"
            name="keyWord"
            defaultValue={asked}
            maxLength={LONGEST}
            aria-label="站内搜索"
            placeholder="搜索装备资讯，两个字即可"
            autoComplete="off"
          />
          <button type="submit">
            <Icon name="search" />
            <span>搜索</span>
          </button>
        </div>
      </form>
      <HotWords path={path} />
    </search>
  )
}
