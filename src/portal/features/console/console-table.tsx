// Draws the console's table with antd: rows to tick, sorting in the address, first and last column always visible.
import { Table, type TableProps } from 'antd'
import {
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { Actions, hasOffer } from '#portal/features/actions/actions.tsx'
import { useRowSelection } from '#portal/features/list/list-table.tsx'
import type { ListViewProps } from '#portal/features/list/list-view-props.ts'
import { BulkBar } from '#portal/features/list/on-demand/bulk-bar.tsx'
import { AntdFrame } from '#portal/ui/antd/antd-frame.tsx'
import { Guard } from '#portal/ui/error-card.tsx'
import { toDateTime } from '#portal/ui/format/format-time.ts'
import { Tag } from '#portal/ui/tag.tsx'
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { Action, Column } from '#shared/model/page-model.ts'
import { useDensity } from './row-density.tsx'

const BY_CELL: Readonly<Record<string, number>> = {
  'date-time': 10.5,
  date: 7.5,
  deadline: 9,
  tag: 8.5,
  badge: 9.5,
  status: 7.5,
  number: 6.5,
  integer: 6.5,
  money: 8,
  'yes-no': 5,
  'long-text': 16,
  'rich-text': 16,
  words: 16,
  tags: 12,
}
const OTHERS = 9
/** The title of an item at least; it takes what is left over. */
const HEADING = 16
const TEXTS = new Set(['text', 'long-text', 'link'])

/** Smallest widths, for little space. Cells that are not listed cannot break, and keep their width. */
const MIN_BY_CELL: Readonly<Record<string, number>> = {
  'date-time': 8.5,
  tag: 7,
  badge: 7.5,
  'long-text': 10,
  'rich-text': 10,
  words: 10,
  tags: 7.5,
}
const MIN_OTHERS = 6.5
const MIN_HEADING = 10

/** Undefined for the column that takes the room that the others leave. `slack` is 1 where there is room, 0 where it is shortest. */
function widthOf({ cell }: Column, index: number, slack = 1): number | undefined {
  if (index === 0 && TEXTS.has(cell)) return undefined
  const width = BY_CELL[cell] ?? OTHERS
  const min = MIN_BY_CELL[cell] ?? (cell in BY_CELL ? width : MIN_OTHERS)
  return min + (width - min) * slack
}

/** How far the buttons of a row may break into lines. */
const MIN_ACTIONS = 0.65

/** Returns the width of a row's buttons, by their labels; several buttons may wrap onto several lines. */
function actionsWidth(actions: readonly Action[], hasOpener: boolean, slack = 1): number {
  const labels = actions.map(({ label }) => label.length + 2)
  const width = labels.reduce((sum, one) => sum + one, (hasOpener ? 3.5 : 0) + 1.5)
  const longest = Math.max(5, ...labels.map((one) => one + 1.5))
  const min = Math.min(width, Math.max(longest, width * MIN_ACTIONS))
  return min + (width - min) * slack
}

/** Returns the smallest width of the whole table. */
function tableWidth(widths: readonly (number | undefined)[], slack = 1): number {
  const heading = MIN_HEADING + (HEADING - MIN_HEADING) * slack
  return widths.reduce<number>((sum, width) => sum + (width ?? heading), 0)
}

const pxPerRem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

/** In steps, so that a window that is drawn wider does not draw the table at each pixel. */
const STEP = 0.5

/** Width of the table's place in rem; `rem` are pixels, which change with the size of text that the reader chose. */
function useFrameWidth() {
  const frame = useRef<HTMLDivElement>(null)
  const [measured, setMeasured] = useState({ width: Number.POSITIVE_INFINITY, rem: 16 })
  useLayoutEffect(() => {
    const { current } = frame
    if (!current) return
    const measure = () => {
      const rem = pxPerRem()
      const width = Math.floor(current.clientWidth / rem / STEP) * STEP
      setMeasured((before) => (before.width === width && before.rem === rem ? before : { width, rem }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return { frame, ...measured }
}

/** Leaves out columns from the end until the rest fits; the title and the state stay. */
function selectColumns(
  columns: readonly Column[],
  fits: (columns: readonly Column[]) => boolean,
): readonly Column[] {
  const last = columns.findLastIndex(({ field }, index) => index > 0 && field.name !== 'status')
  if (last === -1 || fits(columns)) return columns
  return selectColumns(
    columns.filter((_, index) => index !== last),
    fits,
  )
}

type Columns = NonNullable<TableProps<Item>['columns']>

interface ConsoleTableProps extends ListViewProps {
  readonly isStale: boolean
  /** Pixels of the columns that the user made wider or narrower. */
  readonly widths?: ReadonlyMap<string, number>
  readonly sort: string
  readonly onSort: (sort: string) => void
  /** The content of a table without rows. */
  readonly empty: ReactNode
}

const TICK = 3
const NUMERIC = new Set(['number', 'integer'])
/** Else rc-table measures scroll bars, of which this table needs no widths, by a style without the page's nonce. */
const UNMEASURED = { tailor: true }
const ORDERS = { ascend: '', descend: '-' } as const

const DAY_MS = 86_400_000

/** How long an item has waited, in words and colour; the time of any other item. */
function AgeCell({ column, item }: Pick<TableCellProps, 'column' | 'item'>) {
  const states = useDictionary(DICTIONARY.states)
  const { color } = states.find(({ value }) => value === (item.changeStatus ?? item.status)) ?? {}
  const since = Date.parse(String(item[column.field.name]))
  const age = Date.now() - since
  if ((color !== 'orange' && color !== 'blue') || Number.isNaN(since))
    return <Cell column={column} item={item} />
  const tone = age > 3 * DAY_MS ? 'red' : age > DAY_MS ? 'orange' : 'green'
  const days = Math.floor(age / DAY_MS)
  return (
    <time dateTime={new Date(since).toISOString()} title={toDateTime(item[column.field.name])}>
      <Tag color={tone}>{days < 1 ? '已等不足 1 天' : `已等 ${days} 天`}</Tag>
    </time>
  )
}

function CellOf({ page, scope, item, column, isFirst }: TableCellProps) {
  return (
    <Guard name={page.title}>
      {isFirst && page.open ? (
        <ItemLink link={page.open} scope={scope} item={item}>
          {headingOf(item, { heading: column.field.name })}
        </ItemLink>
      ) : column.field.name === 'updatedAt' ? (
        <AgeCell column={column} item={item} />
      ) : (
        <Cell column={column} item={item} />
      )}
    </Guard>
  )
}

interface TableCellProps extends Pick<ListViewProps, 'page' | 'scope'> {
  readonly item: Item
  readonly column: Column
  readonly isFirst: boolean
}

/** `sort` as the address has it: `viewCount`, or `-viewCount` for the most first. */
function orderOf(sort: string, name: string) {
  return sort === name ? 'ascend' : sort === `-${name}` ? 'descend' : null
}

function useColumns(props: ConsoleTableProps, shown: readonly Column[], rem: number, slack: number): Columns {
  const { page, scope, sort, widths, opener, onChanged } = props
  return useMemo(() => {
    const sorts = new Set(page.sorts.map(({ value }) => value))
    const columns: Columns = shown.map((column, index) => {
      const { name, type } = column.field
      const width = widths?.has(name) ? (widths.get(name) ?? 0) / rem : widthOf(column, index, slack)
      return {
        key: name,
        title: column.label,
        ...(width ? { width: width * rem } : {}),
        ...(NUMERIC.has(type) ? { align: 'end' as const } : {}),
        ...(index === 0 ? { fixed: 'start' as const, rowScope: 'row' as const } : {}),
        ...(sorts.has(name) ? { sorter: true, sortOrder: orderOf(sort, name) } : {}),
        render: (_: unknown, item: Item) => (
          <CellOf page={page} scope={scope} item={item} column={column} isFirst={index === 0} />
        ),
      }
    })
    if (!opener && page.rowActions.length === 0) return columns
    const actions: Columns[number] = {
      key: 'actions',
      title: '操作',
      fixed: 'end',
      width: actionsWidth(page.rowActions, opener !== undefined, slack) * rem,
      render: (_: unknown, item: Item) => (
        <div className="eq-console-actions">
          {opener?.(item)}
          <Actions
            actions={page.rowActions}
            scope={{ ...scope, item }}
            title={page.title}
            item={item}
            {...(onChanged ? { onChanged } : {})}
          />
        </div>
      ),
    }
    return [...columns, actions]
  }, [page, scope, shown, sort, widths, opener, onChanged, rem, slack])
}

/**
 * The head stays in sight by the style sheet, within the page or, where the table is wider than its place, within a
 * frame that scrolls both ways. antd's own `sticky` and `scroll.y` take the head out into a table of its own, and a
 * screen reader no longer says in which column a cell stands.
 */
export function ConsoleTable(props: ConsoleTableProps) {
  const { page, items, scope, onChanged, onSort } = props
  const isBulk = hasOffer(page.bulkActions, scope)
  const { ticked, tickAll } = useRowSelection(items)
  const density = useDensity()
  const hasActions = props.opener !== undefined || page.rowActions.length > 0
  const { frame, rem, width } = useFrameWidth()
  const widthAt = (columns: readonly Column[], slack: number): number =>
    tableWidth(
      [
        ...(isBulk ? [TICK] : []),
        ...columns.map((column, index) => {
          const chosen = props.widths?.get(column.field.name)
          return chosen === undefined ? widthOf(column, index, slack) : chosen / rem
        }),
        ...(hasActions ? [actionsWidth(page.rowActions, props.opener !== undefined, slack)] : []),
      ],
      slack,
    )
  const all = selectColumns(page.columns, (columns) => widthAt(columns, 0) <= width)
  const names = all.map(({ field }) => field.name).join()
  const shown = useMemo(
    () => page.columns.filter(({ field }) => names.split(',').includes(field.name)),
    [page.columns, names],
  )
  const leftOut = page.columns.filter((column) => !shown.includes(column))
  const needed = widthAt(shown, 1)
  const min = widthAt(shown, 0)
  const fits = width >= min
  // A table that scrolls anyway scrolls at its widest.
  const slack = fits && needed > min ? Math.min(1, (width - min) / (needed - min)) : 1
  const columns = useColumns(props, shown, rem, slack)
  useEffect(() => fixTableAccessibility(frame.current, page.title))
  const heading = page.columns[0]?.field.name ?? 'title'
  return (
    <AntdFrame>
      <div
        className="eq-console-table"
        ref={frame}
        data-fits={fits}
        data-narrow={slack < 1 || undefined}
        data-density={density}
        onPointerOver={showWholeText}
      >
        {isBulk ? (
          <BulkBar
            page={page}
            scope={scope}
            items={items}
            ids={ticked}
            onChanged={onChanged}
            listed={props.listed}
            onTick={tickAll}
          />
        ) : null}
        {leftOut.length > 0 ? (
          <p className="eq-console-left-out">
            屏幕较窄，未列出：{leftOut.map(({ label }) => label).join('、')}
            {page.open ? '，可在速览中查看' : ''}
          </p>
        ) : null}
        <Table<Item>
          {...UNMEASURED}
          rowKey={({ id }) => String(id)}
          columns={columns}
          dataSource={[...items]}
          onRow={(_, index) => ({
            tabIndex: index === 0 ? 0 : -1,
            ...(index === 0 ? { 'data-skip-to': true } : {}),
          })}
          pagination={false}
          size={density}
          tableLayout="fixed"
          showSorterTooltip={false}
          sortDirections={['descend', 'ascend']}
          aria-label={page.title}
          loading={{ spinning: props.isStale, delay: 200 }}
          locale={{ emptyText: props.empty }}
          {...(fits ? {} : { scroll: { x: needed * rem } })}
          {...(isBulk
            ? {
                rowSelection: {
                  selectedRowKeys: [...ticked],
                  onChange: (keys) => tickAll(keys.map(String)),
                  columnWidth: TICK * rem,
                  fixed: 'start',
                  getTitleCheckboxProps: () => ({ 'aria-label': '全选本页' }),
                  getCheckboxProps: (item) => ({ 'aria-label': `选择：${headingOf(item, { heading })}` }),
                },
              }
            : {})}
          onChange={(_pages, _filters, sorter) => {
            const [first] = [sorter].flat()
            onSort(first?.order ? `${ORDERS[first.order]}${String(first.columnKey)}` : '')
          }}
        />
      </div>
    </AntdFrame>
  )
}

/** A cell that is cut off says the whole of its text in a tip. */
function showWholeText({ target }: PointerEvent<HTMLElement>): void {
  const cell = (target as Element).closest<HTMLElement>('tbody .ant-table-cell')
  if (cell && !cell.title && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? ''
}

/** To be called after every drawing: the parts come and go with the width of the table. */
function fixTableAccessibility(frame: HTMLElement | null, title: string): void {
  // The titles are drawn once more, unseen, to measure them: the tick of the head is no stop for the keyboard there.
  frame?.querySelector('.ant-table-measure-row')?.setAttribute('inert', '')
  const content = frame?.querySelector<HTMLElement>('.ant-table-content')
  if (!content) return
  // A scrollable region can be reached by keyboard, even if it contains nothing focusable.
  const names = { tabindex: '0', role: 'region', 'aria-label': `${title}，可左右滚动` }
  for (const [name, value] of Object.entries(names))
    if (frame?.dataset.fits === 'false') content.setAttribute(name, value)
    else content.removeAttribute(name)
}
