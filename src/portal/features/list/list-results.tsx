// Draws the results of a list in their states: loading, failed, empty, and as rows, table or cards.
import { type ComponentType, memo } from 'react'
import type { ApiError } from '#portal/core/api/api-error.ts'
import { useUiAdapter } from '#portal/core/pages/ui-adapter.ts'
import { Actions } from '#portal/features/actions/actions.tsx'
import { Badge } from '#portal/ui/badge.tsx'
import { Button } from '#portal/ui/button.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { Guard } from '#portal/ui/error-card.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { Cell, CellBlock } from '#portal/widgets/cell-registry.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { hasValue } from '#portal/widgets/items/field-value.ts'
import { ItemCover, SEEN_AT_ONCE } from '#portal/widgets/items/item-cover.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import { listOf } from '#portal/widgets/items/read-list.ts'
import { Layout } from '#portal/widgets/layout-registry.tsx'
import { planColumns } from '#portal/widgets/layouts/parts/layout-parts.tsx'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { ListView } from '#shared/model/pages/list.ts'
import { ListTable } from './list-table.tsx'
import type { ConsoleListProps, ListItemProps, ListViewProps } from './list-view-props.ts'

interface Props extends ListItemProps {
  readonly isFirst: boolean
}

const ItemCard = memo(function ItemCard({ page, item, scope, isFirst }: Props) {
  const { heading, tags, summary, day, facts } = planColumns(page.columns)
  return (
    <li className="eq-item-card">
      <div className="eq-item-card-top">
        <ItemCover item={item} picture={page.picture} isFirst={isFirst} />
        {page.badge ? <Badge>{page.badge}</Badge> : null}
      </div>
      <div className="eq-item-card-body">
        <h2 className="eq-clamp-2">
          <ItemLink link={page.open} scope={scope} item={item} className="eq-cover-link">
            {headingOf(item, heading ? { heading: heading.field.name } : undefined)}
          </ItemLink>
        </h2>
        <p className="eq-tags">
          {tags.map((column) =>
            hasValue(item, column) ? <Cell key={column.field.name} column={column} item={item} /> : null,
          )}
        </p>
        <CellBlock column={summary} item={item} className="eq-clamp-2 eq-muted" />
        <FactList
          columns={day ? [...facts, day] : facts}
          item={item}
          layout="card"
          always={(column) => column === day}
        />
        {page.rowActions.length > 0 ? (
          <Actions
            actions={page.rowActions}
            scope={{ ...scope, item }}
            title={page.title}
            item={item}
            picture={page.picture}
          />
        ) : null}
      </div>
    </li>
  )
})

/** Draws the list as cards with covers. */
function ListCards({ page, items, scope }: ListViewProps) {
  return (
    <ul className="eq-cards" data-columns={page.aside.length ? 2 : 5}>
      {items.map((item, index) => (
        <Guard key={String(item.id)} name={page.title}>
          <ItemCard page={page} item={item} scope={scope} isFirst={index < SEEN_AT_ONCE} />
        </Guard>
      ))}
    </ul>
  )
}

const Row = memo(function Row({ page, item, scope }: ListItemProps) {
  const { heading, tags, summary, day, facts } = planColumns(page.columns)
  return (
    <li className="eq-list-row">
      <div className="eq-list-head">
        {page.badge ? <Badge>{page.badge}</Badge> : null}
        {tags.map((column) =>
          hasValue(item, column) ? <Cell key={column.field.name} column={column} item={item} /> : null,
        )}
        <h2>
          <ItemLink link={page.open} scope={scope} item={item} className="eq-cover-link">
            {headingOf(item, heading ? { heading: heading.field.name } : undefined)}
          </ItemLink>
        </h2>
        {day ? (
          <span className="eq-row-date">
            <Cell column={day} item={item} />
          </span>
        ) : null}
      </div>
      <CellBlock column={summary} item={item} className="eq-clamp-2 eq-muted" />
      <FactList columns={facts} item={item} layout="inline" />
    </li>
  )
})

/** Draws the list as rows: labels and title left, date right, the facts underneath. */
function ListRows({ page, items, scope }: ListViewProps) {
  return (
    <ul className="eq-list">
      {items.map((item) => (
        <Guard key={String(item.id)} name={page.title}>
          <Row page={page} item={item} scope={scope} />
        </Guard>
      ))}
    </ul>
  )
}

const VIEWS: Partial<Record<ListView, ComponentType<ListViewProps>>> = {
  rows: ListRows,
  table: ListTable,
  cards: ListCards,
}
/** Those that come as cards with pictures. */
const PICTURED: readonly ListView[] = ['cards', 'people', 'plates', 'shelf', 'posters']

export function ListResults(props: ConsoleListProps) {
  const adapter = useUiAdapter()
  const isConsoles = props.page.view === 'table' || props.page.view === 'calendar'
  return adapter && isConsoles ? <adapter.List {...props} /> : <SiteResults {...props} />
}

function SiteResults({ page, read, scope, isFiltered, onClear }: ConsoleListProps) {
  // The results for an earlier address do not answer this one.
  if (read.error && listOf(read.data).length === 0)
    return <FailedList error={read.error} retry={read.retry} isFiltered={isFiltered} onClear={onClear} />
  if (read.data === undefined)
    return PICTURED.includes(page.view) ? <Skeleton shape="cards" lines={6} /> : <Skeleton lines={10} />
  const items = listOf(read.data)
  if (items.length === 0)
    return <NoResults page={page} scope={scope} isFiltered={isFiltered} onClear={onClear} />
  const View = VIEWS[page.view] ?? ListLayout
  return (
    <div className="eq-results" aria-busy={read.stale}>
      {read.error ? <Failed error={read.error} retry={read.retry} /> : null}
      <View page={page} items={items} scope={scope} onChanged={read.retry} />
    </div>
  )
}

interface FailedListProps extends WrongProps, Pick<ConsoleListProps, 'isFiltered'> {
  readonly retry: () => void
}

/** Filters that the server refuses can be cleared; any other failure offers another attempt. */
export function FailedList({ error, retry, isFiltered, onClear }: FailedListProps) {
  return isFiltered && error.status === 400 ? (
    <WrongFilters error={error} onClear={onClear} />
  ) : (
    <Failed error={error} retry={retry} />
  )
}

interface WrongProps extends Pick<ConsoleListProps, 'onClear'> {
  readonly error: ApiError
}

/** Such as of an old link; the panel offers nothing of the kind. */
function WrongFilters({ error: { errors }, onClear }: WrongProps) {
  const wrong = errors.map(({ message }) => message).join('；')
  return (
    <Empty text={`地址中的筛选条件有误${wrong ? `：${wrong}` : '，链接可能不完整或已失效'}`}>
      <Button onClick={onClear}>清空筛选条件</Button>
    </Empty>
  )
}

type NoResultsProps = Pick<ConsoleListProps, 'page' | 'scope' | 'isFiltered' | 'onClear'>

/** Its button shows to whom it opens, as those of the page do. */
function NothingYet({ page: { empty, title }, scope }: Pick<NoResultsProps, 'page' | 'scope'>) {
  const { text, label, link } = empty ?? {}
  return (
    <Empty {...(text === undefined ? {} : { text })}>
      {label && link ? <Actions actions={[{ do: 'open', label, link }]} scope={scope} title={title} /> : null}
    </Empty>
  )
}

/** Narrowed, it offers to look at all; else it says how something comes to be here. */
export function NoResults({ page, scope, isFiltered, onClear }: NoResultsProps) {
  return isFiltered ? (
    <Empty text="没有符合条件的内容，可以减少筛选条件再试">
      <Button onClick={onClear}>清空筛选条件</Button>
    </Empty>
  ) : (
    <NothingYet page={page} scope={scope} />
  )
}

function ListLayout({ page, items, scope }: ListViewProps) {
  const [heading, ...columns] = page.columns
  const foot = (item: Item) => (
    <Actions
      actions={page.rowActions}
      scope={{ ...scope, item }}
      title={page.title}
      item={item}
      picture={page.picture}
    />
  )
  return (
    <Layout
      look={page.view}
      title={page.title}
      items={items}
      heading={heading?.field.name ?? 'title'}
      columns={columns}
      open={page.open}
      scope={scope}
      picture={page.picture}
      level="h2"
      foot={page.rowActions.length > 0 ? foot : undefined}
    />
  )
}
