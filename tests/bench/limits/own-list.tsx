// Provides the page of more demands written by hand with the portal's own widgets.
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Link } from 'react-router-dom'
import { HashRouter } from '#portal/app/app.tsx'
import { useRead } from '#portal/core/api/use-read.ts'
import { useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { useQuery } from '#portal/core/routing/use-query.ts'
import { ResultBar } from '#portal/features/list/result-bar.tsx'
import { TitleBar } from '#portal/features/page/page-head.tsx'
import { Button } from '#portal/ui/button.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { toMoney } from '#portal/ui/format/format-number.ts'
import { Pagination } from '#portal/ui/pagination.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { Tag } from '#portal/ui/tag.tsx'
import { DateCell } from '#portal/widgets/cells/date.tsx'
import { DeadlineCell } from '#portal/widgets/cells/deadline.tsx'
import { RegionCell } from '#portal/widgets/cells/region.tsx'
import { DictFilter } from '#portal/widgets/filters/dict.tsx'
import { KeywordFilter } from '#portal/widgets/filters/keyword.tsx'
import { NumberRangeFilter } from '#portal/widgets/filters/number-range.tsx'
import { RegionFilter } from '#portal/widgets/filters/region.tsx'
import type { Field } from '#shared/model/content-model.ts'
import type { Column, Filter } from '#shared/model/page-model.ts'
import { LIST, startList } from './list-start.ts'

interface Demand {
  readonly [name: string]: unknown
  readonly id: string
  readonly title: string
  readonly demandType: string
  readonly urgency: string
  readonly application: string
  readonly budget: number | null
  readonly region: string | null
  readonly deadline: string | null
  readonly publishedAt: string
}

const field = (name: string, title: string, more: Partial<Field>): Field => ({
  name,
  title,
  type: 'text',
  required: false,
  filter: true,
  sort: false,
  system: false,
  schema: {},
  ...more,
})
const choice = (name: string, label: string, dict: string): Filter => ({
  name,
  label,
  widget: 'dict',
  field: field(name, label, { type: 'dict', dict }),
})
const KEYWORD: Filter = { name: 'keyWord', label: '关键词', widget: 'keyword' }
const KIND = choice('demandType', '需求类型', 'demandType')
const URGENCY = choice('urgency', '紧急程度', 'demandUrgency')
const CATEGORY = choice('sysCategoryId', '装备类目', 'equipmentCategory')
const APPLICATION = choice('application', '应用场景', 'application')
const PROGRESS = choice('progress', '对接进度', 'demandProgress')
const REGION: Filter = { name: 'region', label: '使用地区', widget: 'region' }
const BUDGET: Filter = {
  name: 'budget',
  label: '预算金额',
  widget: 'number-range',
  field: field('budget', '预算金额', { type: 'number', unit: '万元' }),
}
const REGION_COLUMN: Column = {
  field: field('region', '使用地区', { type: 'region' }),
  label: '使用地区',
  cell: 'region',
}
const SORTS = [
  { value: 'publishedAt', label: '发布时间' },
  { value: 'deadline', label: '征集截止日期' },
  { value: 'budget', label: '预算金额' },
  { value: 'viewCount', label: '浏览' },
]
const FILTERED = [KEYWORD, KIND, URGENCY, CATEGORY, APPLICATION, PROGRESS, REGION].map(({ name }) => name)

function Choice({ dict, value }: { readonly dict: string; readonly value: string }) {
  const entry = useDictionary(dict).find((one) => one.value === value)
  return value ? <Tag color={entry?.color ?? 'blue'}>{entry?.label ?? value}</Tag> : '—'
}

function Row({ item }: { readonly item: Demand }) {
  return (
    <tr>
      <td data-label="需求标题">
        <Link to={`/needDetail?id=${item.id}`}>{item.title}</Link>
      </td>
      <td data-label="需求类型">
        <Choice dict="demandType" value={item.demandType} />
      </td>
      <td data-label="紧急程度">
        <Choice dict="demandUrgency" value={item.urgency} />
      </td>
      <td data-label="应用场景">
        <Choice dict="application" value={item.application} />
      </td>
      <td data-label="预算金额" className="eq-numeric">
        <span className="eq-figure eq-money">{toMoney(item.budget, '万元') || '—'}</span>
      </td>
      <td data-label="使用地区">
        <RegionCell value={item.region} item={item} column={REGION_COLUMN} />
      </td>
      <td data-label="征集截止日期">
        <DeadlineCell value={item.deadline} item={item} column={REGION_COLUMN} />
      </td>
      <td data-label="发布时间">
        <DateCell value={item.publishedAt} item={item} column={REGION_COLUMN} />
      </td>
    </tr>
  )
}

function DemandList() {
  const { query, setQuery } = useQuery()
  const [open, setOpen] = useState(false)
  const page = Number(query.page ?? 1)
  const size = Number(query.size ?? 10)
  const sort = query.sort ?? ''
  const given = Object.fromEntries(
    [...FILTERED, 'budgetFrom', 'budgetTo'].flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
  )
  const { data, error, retry } = useRead<{ readonly list: readonly Demand[]; readonly totalCount: number }>({
    path: LIST,
    params: {
      ...given,
      ...(sort ? { sort } : {}),
      ...(page > 1 ? { page } : {}),
      ...(size === 10 ? {} : { limit: size }),
    },
  })
  const change = (changes: Readonly<Record<string, string>>) => setQuery({ ...changes, page: undefined })
  const filter = { value: given, onChange: change }
  return (
    <div className="eq-page eq-list-page">
      <TitleBar title="更多需求" />
      <Link to="/needPublish" className="eq-button eq-button-accent">
        发布需求
      </Link>
      <div className="eq-card eq-list-card">
        <section className="eq-filters" aria-label="筛选">
          <KeywordFilter filter={KEYWORD} {...filter} />
          <div className="eq-filter-rows" data-open={false}>
            {[KIND, URGENCY, CATEGORY, APPLICATION, ...(open ? [PROGRESS] : [])].map((one) => (
              <div key={one.name} className="eq-filter-row">
                <span className="eq-filter-label" aria-hidden>
                  {one.label}
                </span>
                <DictFilter filter={one} {...filter} />
              </div>
            ))}
            {open ? (
              <>
                <div className="eq-filter-row">
                  <span className="eq-filter-label">使用地区</span>
                  <RegionFilter filter={REGION} {...filter} />
                </div>
                <div className="eq-filter-row">
                  <span className="eq-filter-label">预算金额</span>
                  <NumberRangeFilter filter={BUDGET} {...filter} />
                </div>
              </>
            ) : null}
            <button
              type="button"
              className="eq-text-button"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              {open ? '收起筛选' : '更多筛选（对接进度、使用地区、预算金额）'}
            </button>
          </div>
        </section>
        <ResultBar
          total={data?.totalCount}
          sorts={SORTS}
          sort={sort}
          onSort={(next) => change({ sort: next })}
        />
        {error ? <Failed error={error} retry={retry} /> : null}
        {data === undefined ? <Skeleton lines={10} /> : null}
        {data?.list.length === 0 ? (
          <p>
            没有符合条件的内容 <Button onClick={() => setQuery({ keyWord: undefined })}>清空筛选条件</Button>
          </p>
        ) : null}
        {data?.list.length ? (
          <div className="eq-table-frame">
            <table className="eq-table">
              <caption className="eq-sr-only">更多需求</caption>
              <thead>
                <tr>
                  <th scope="col">需求标题</th>
                  <th scope="col">需求类型</th>
                  <th scope="col">紧急程度</th>
                  <th scope="col">应用场景</th>
                  <th scope="col" className="eq-numeric">
                    预算金额
                  </th>
                  <th scope="col">使用地区</th>
                  <th scope="col">征集截止日期</th>
                  <th scope="col">发布时间</th>
                </tr>
              </thead>
              <tbody>
                {data.list.map((item) => (
                  <Row key={item.id} item={item} />
                ))}
              </tbody>
            </table>
          </div>
        ) : null}
        {data ? (
          <Pagination
            page={page}
            size={size}
            total={data.totalCount}
            onChange={(next, rows) => setQuery({ page: String(next), size: String(rows) })}
          />
        ) : null}
      </div>
    </div>
  )
}

await startList()

createRoot(document.getElementById('root') as HTMLElement).render(
  <HashRouter>
    <DemandList />
  </HashRouter>,
)
