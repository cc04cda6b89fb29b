// Owns the search box of the header and the hot words under it.
import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useRead } from '../api/use-read.ts'
import { Icon } from '../ui/icon.tsx'

interface HotItem {
  readonly id: string
  readonly title: string
}

/** Until there is a page over all types, words are looked up in the news. */
const SEARCH_PAGE = '/consultSecondPage'
const WORDS = 3
const WORD_LENGTH = 10

export function SiteSearch() {
  const navigate = useNavigate()
  const [word, setWord] = useState('')
  const { data } = useRead<{ list: readonly HotItem[] } | readonly HotItem[]>({
    path: '/newapi/hotSearch/getAll',
    params: { limit: 10 },
  })
  const hot = (Array.isArray(data) ? data : ((data as { list?: readonly HotItem[] })?.list ?? [])) as readonly HotItem[]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const keyWord = word.trim()
    if (keyWord) void navigate(`${SEARCH_PAGE}?${new URLSearchParams({ keyWord })}`)
  }
  return (
    <form className="eq-search" role="search" onSubmit={submit}>
      <div className="eq-search-box">
        <input
          type="search"
          value={word}
          maxLength={60}
          aria-label="站内搜索"
          placeholder="搜索装备资讯，两个字即可"
          onChange={(event) => setWord(event.target.value)}
        />
        <button type="submit">
          <Icon name="search" />
          <span>搜索</span>
        </button>
      </div>
      <p className="eq-search-hot">
        <span>热搜：</span>
        {hot.slice(0, WORDS).map((item) => (
          <Link key={item.id} to={`${SEARCH_PAGE}?${new URLSearchParams({ keyWord: item.title.slice(0, WORD_LENGTH) })}`}>
            {item.title.slice(0, WORD_LENGTH)}
          </Link>
        ))}
      </p>
    </form>
  )
}
