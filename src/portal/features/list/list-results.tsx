// Draws the results of a list in their states: loading, failed, empty, and as rows, table or cards.
import type { ComponentType } from 'react'
import type { ApiError } from '#portal/core/api/api-error.ts'
import { useUiAdapter } from '#portal/core/pages/ui-adapter.ts'
import { Actions } from '#portal/features/actions/actions.tsx'
import { Button } from '#portal/ui/button.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { listOf } from '#portal/widgets/items/read-list.ts'
import { Layout } from '#portal/widgets/layout-registry.tsx'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { ListView } from '#shared/model/pages/list.ts'
import { ListCards } from './list-cards.tsx'
import { ListRows } from './list-rows.tsx'
import { ListTable } from './list-table.tsx'
import type { ConsoleListProps, ListViewProps } from './list-view-props.ts'

const VIEWS: Partial<Record<ListView, ComponentType<ListViewProps>>> = {
  rows: ListRows,
  table: ListTable,
  cards: ListCards,
}
/** Those that come as cards with pictures. */
const PICTURED: readonly ListView[] = ['cards', 'people', 'plates', 'shelf', 'posters']

export function ListResults(props: ConsoleListProps) {
  const adapter = useUiAdapter()
  return adapter && props.page.view === 'table' ? <adapter.List {...props} /> : <SiteResults {...props} />
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
