// Draws the results of the search over all types: tabs with counts, order, marked words, pages.

import { memo, type ReactNode, useId, useRef } from 'react'
import { useQuery } from '#portal/core/routing/use-query.ts'
import { Button } from '#portal/ui/button.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { toDate } from '#portal/ui/format/format-time.ts'
import { keyed } from '#portal/ui/format/keyed-entries.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { Link } from '#portal/ui/link.tsx'
import { Pagination } from '#portal/ui/pagination.tsx'
import { Tabs } from '#portal/ui/tabs.tsx'
import { Tag } from '#portal/ui/tag.tsx'
import { ChoiceRow } from '#portal/widgets/choices/choice-row.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import { listOf, totalOf } from '#portal/widgets/items/read-list.ts'
import { CorrectedSearchNotice } from '#portal/widgets/notices/corrected-search-notice.tsx'
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#shared/calls/envelope.ts'
import { SectionFrame } from './parts/section-frame.tsx'
import { useSectionRead } from './parts/use-section-read.ts'

interface HighlightedTextProps {
  readonly text: string
  /** Lower case, longest first. */
  readonly terms: readonly string[]
}

const quoteRegExp = (term: string) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Draws a text in which the search terms are marked. */
const HighlightedText = memo(function HighlightedText({ text, terms }: HighlightedTextProps) {
  if (terms.length === 0) return text
  const parts = text.split(new RegExp(`(${terms.map(quoteRegExp).join('|')})`, 'gi'))
  return keyed(parts, (part) => part).map(({ key, entry }, index) =>
    // `split` puts what matched at the odd places.
    index % 2 === 1 ? <mark key={`mark ${key}`}>{entry}</mark> : entry,
  )
})

interface SearchResultProps {
  readonly item: Item
  readonly terms: readonly string[]
}

/** Draws one search result: its kind, title and excerpt with the search terms marked. */
const SearchResult = memo(function SearchResult({ item, terms }: SearchResultProps) {
  const title = <HighlightedText text={headingOf(item)} terms={terms} />
  const address = toText(item.address)
  const kind = toText(item.typeTitle)
  const snippet = toText(item.snippet)
  const day = toDate(item.publishedAt)
  return (
    <li className="eq-list-row">
      <div className="eq-list-head">
        {kind ? <Tag color="blue">{kind}</Tag> : null}
        <h2>
          {/^\/\w/.test(address) ? (
            <Link to={address} className="eq-cover-link">
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        {day ? <time className="eq-row-date">{day}</time> : null}
      </div>
      {snippet ? (
        <p className="eq-clamp-2 eq-muted">
          <HighlightedText text={snippet} terms={terms} />
        </p>
      ) : null}
    </li>
  )
})

const ORDERS = [
  { value: '', label: '相关度' },
  { value: 'newest', label: '最新' },
] as const

/** Parameters of the page that narrow nothing. */
const OWN: readonly string[] = ['keyWord', 'exact', 'type', 'order', 'page', 'size']

/** Returns the page's other parameters: those that the address sets, and all of them cleared together with `page`. */
function narrowingOf({ params }: SectionProps['page'], query: Readonly<Record<string, string>>) {
  const names = Object.keys(params).filter((name) => !OWN.includes(name))
  return {
    given: Object.fromEntries(names.flatMap((name) => (query[name] ? [[name, query[name]]] : []))),
    cleared: Object.fromEntries([...names, 'page'].map((name) => [name, undefined])),
  }
}

interface Answer {
  readonly tabs?: unknown
  readonly terms?: unknown
  readonly meant?: unknown
  readonly facets?: unknown
}

export function SearchResultsSection({ section, scope, page: shown }: SectionProps) {
  const { query, setQuery } = useQuery()
  const top = useRef<HTMLDivElement>(null)
  const panel = useId()
  const page = Math.max(1, Math.trunc(Number(query.page)) || 1)
  const size = PAGE_SIZES.find((option) => String(option) === query.size) ?? DEFAULT_PAGE_SIZE
  const { type = '', order = '', keyWord = '', exact = '' } = query
  const { given, cleared } = narrowingOf(shown, query)
  const read = useSectionRead(section, scope, {
    ...(exact === 'true' ? { exact: true } : {}),
    ...(type ? { type } : {}),
    ...(order === 'newest' ? { order } : {}),
    ...given,
    ...(page > 1 ? { page } : {}),
    ...(size === DEFAULT_PAGE_SIZE ? {} : { limit: size }),
  })
  const answer = (read.data ?? {}) as Answer
  const meant = toText(answer.meant)
  const seek = (words: string) => setQuery({ ...cleared, keyWord: words, exact: undefined, type: undefined })
  const items = listOf(read.data)
  const terms = Array.isArray(answer.terms) ? answer.terms.map(toText).filter((term) => term !== '') : []
  const kinds = listOf(answer.tabs)
    .map((tab) => ({ value: toText(tab.type), label: `${toText(tab.title)}（${toText(tab.count)}）` }))
    .filter(({ value }) => value !== '')
  const choose = (changes: Readonly<Record<string, string>>) => setQuery({ ...changes, page: undefined })
  const turn = (next: number, nextSize: number) => {
    setQuery({
      page: next > 1 ? String(next) : undefined,
      size: nextSize === DEFAULT_PAGE_SIZE ? undefined : String(nextSize),
    })
    top.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <div ref={top}>
      <SectionFrame section={section} scope={scope} read={read} className="eq-found">
        {kinds.length > 0 ? (
          <Tabs
            label="内容类型"
            panel={panel}
            tabs={[{ value: '', label: '全部' }, ...kinds]}
            value={type}
            onChange={(value) => choose({ type: value })}
          />
        ) : null}
        <div id={panel} role="tabpanel" aria-label="搜索结果">
          <Narrowing facets={answer.facets} query={query} onChoose={choose} />
          {items.length === 0 && Object.keys(given).length > 0 ? (
            <Empty text="该范围内没有结果，可以放宽范围">
              <Button onClick={() => setQuery(cleared)}>不限范围</Button>
            </Empty>
          ) : items.length === 0 ? (
            <SearchAdvice
              keyWord={keyWord}
              meant={
                meant === '' ? undefined : (
                  <button type="button" className="eq-link-button" onClick={() => seek(meant)}>
                    {meant}
                  </button>
                )
              }
            />
          ) : (
            <>
              {meant === '' ? null : (
                <CorrectedSearchNotice
                  keyWord={keyWord}
                  meant={meant}
                  onExact={() => setQuery({ ...cleared, exact: 'true', type: undefined })}
                />
              )}
              <div className="eq-result-bar">
                <p role="status">
                  共 <strong className="eq-figure">{totalOf(read.data)}</strong> 条结果
                </p>
                {/* biome-ignore lint/a11y/useSemanticElements: buttons in a row, no set of fields */}
                <div className="eq-sorts" role="group" aria-label="排序">
                  {ORDERS.map(({ value, label }) => (
                    <button
                      key={value}
                      type="button"
                      aria-pressed={order === value}
                      onClick={() => choose({ order: value })}
                    >
                      {label}
                    </button>
                  ))}
                </div>
              </div>
              <ul className="eq-list" aria-busy={'stale' in read && read.stale === true}>
                {items.map((item) => (
                  <SearchResult key={`${toText(item.type)} ${String(item.id)}`} item={item} terms={terms} />
                ))}
              </ul>
              <Pagination page={page} size={size} total={totalOf(read.data)} onChange={turn} />
            </>
          )}
        </div>
      </SectionFrame>
    </div>
  )
}

interface NarrowingProps {
  readonly facets: unknown
  readonly query: Readonly<Record<string, string>>
  readonly onChoose: (changes: Readonly<Record<string, string>>) => void
}

/** Draws the filters of the search; each choice shows the number of its results. */
function Narrowing({ facets, query, onChoose }: NarrowingProps) {
  const rows = listOf(facets).filter(({ items }) => listOf(items).length > 0)
  if (rows.length === 0) return null
  return (
    <div className="eq-found-facets">
      {rows.map((facet) => {
        const [field, title] = [toText(facet.field), toText(facet.title)]
        const chosen = query[field]
        return (
          <div key={field} className="eq-filter-row">
            <span className="eq-filter-label" aria-hidden>
              {title}
            </span>
            <ChoiceRow
              label={title}
              choices={listOf(facet.items).map(({ value, label, count }) => ({
                value: toText(value),
                label: toText(label),
                count: Number(toText(count)),
              }))}
              chosen={chosen ? [chosen] : []}
              onChoose={(value) => onChoose({ [field]: value })}
            />
          </div>
        )
      })}
    </div>
  )
}

interface Props {
  readonly keyWord: string
  /** Link to a search that finds something. */
  readonly meant?: ReactNode
}

function SearchAdvice({ keyWord, meant }: Props) {
  if (keyWord === '') return <Empty text="请输入要查找的内容，至少两个字" />
  return (
    <Empty text={`没有找到与“${keyWord}”有关的内容`}>
      {meant ? <p className="eq-meant">您要找的是不是：{meant}</p> : null}
      <ul className="eq-advice">
        <li>检查是否有错别字</li>
        <li>换一个更短、更常用的词，例如用“排水”代替“城市内涝排水作业”</li>
        <li>查看热搜词，或从导航进入栏目查找</li>
      </ul>
    </Empty>
  )
}
