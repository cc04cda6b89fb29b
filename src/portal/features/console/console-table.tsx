// Draws the console's table with antd: rows to tick, sorting in the address, first and last column always visible.
import { Table, type TableProps } from 'antd'
import { type ReactNode, useEffect, useMemo } from 'react'
import { Actions, hasOffer } from '#portal/features/actions/actions.tsx'
import { BulkBar } from '#portal/features/list/bulk-bar.tsx'
import type { ListViewProps } from '#portal/features/list/list-view-props.ts'
import { useRowSelection } from '#portal/features/list/use-row-selection.ts'
import { AntdFrame } from '#portal/ui/antd/antd-frame.tsx'
import { Guard } from '#portal/ui/error-card.tsx'
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Column } from '#shared/model/page-model.ts'
import { actionsWidth, tableWidth, widthOf } from './column-widths.ts'
import { useDensity } from './row-density.tsx'
import { useTableWidth } from './use-table-width.ts'

type Columns = NonNullable<TableProps<Item>['columns']>

export interface ConsoleTableProps extends ListViewProps {
  readonly isStale: boolean
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

function CellOf({ page, scope, item, column, isFirst }: TableCellProps) {
  return (
    <Guard name={page.title}>
      {isFirst && page.open ? (
        <ItemLink link={page.open} scope={scope} item={item}>
          {headingOf(item, { heading: column.field.name })}
        </ItemLink>
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

function useColumns(props: ConsoleTableProps, rem: number, slack: number): Columns {
  const { page, scope, sort, opener, onChanged } = props
  return useMemo(() => {
    const sorts = new Set(page.sorts.map(({ value }) => value))
    const columns: Columns = page.columns.map((column, index) => {
      const { name, type } = column.field
      const width = widthOf(column, index, slack)
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
  }, [page, scope, sort, opener, onChanged, rem, slack])
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
  const widthAt = (slack: number): number =>
    tableWidth(
      [
        ...(isBulk ? [TICK] : []),
        ...page.columns.map((column, index) => widthOf(column, index, slack)),
        ...(hasActions ? [actionsWidth(page.rowActions, props.opener !== undefined, slack)] : []),
      ],
      slack,
    )
  const needed = widthAt(1)
  const { frame, fits, slack, rem } = useTableWidth(needed, widthAt(0))
  const columns = useColumns(props, rem, slack)
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
      >
        {isBulk ? (
          <BulkBar page={page} scope={scope} items={items} ids={ticked} onChanged={onChanged} />
        ) : null}
        <Table<Item>
          {...UNMEASURED}
          rowKey={({ id }) => String(id)}
          columns={columns}
          dataSource={[...items]}
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
