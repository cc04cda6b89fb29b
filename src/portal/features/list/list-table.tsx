// Draws the list as a table, which becomes cards on narrow screens.
import { lazy, memo, Suspense, useCallback, useMemo, useState } from 'react'
import { Actions, hasOffer } from '#portal/features/actions/actions.tsx'
import { Guard } from '#portal/ui/error-card.tsx'
import { drawCell } from '#portal/widgets/cell-registry.tsx'
import { hasValue, withheldFrom } from '#portal/widgets/items/field-value.ts'
import { ItemThumb } from '#portal/widgets/items/item-cover.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Column } from '#shared/model/page-model.ts'
import type { ListItemProps, ListViewProps } from './list-view-props.ts'

const BulkBar = lazy(async () => ({ default: (await import('./on-demand/bulk-bar.tsx')).BulkBar }))

interface TickProps {
  readonly label: string
  readonly isTicked: boolean
  readonly onTick: () => void
}

function Tick({ label, isTicked, onTick }: TickProps) {
  return (
    <label className="eq-tick-box">
      <input type="checkbox" checked={isTicked} onChange={onTick} />
      <span className="eq-sr-only">{label}</span>
    </label>
  )
}

interface Ticks {
  readonly ids: readonly string[]
  /** The ticked rows that are still on the page, so that no invisible row is changed. */
  readonly ticked: readonly string[]
  readonly tick: (id: string) => void
  readonly tickAll: (ids: readonly string[]) => void
}

/** Stores which rows of a list are ticked. */
export function useRowSelection(items: readonly Item[]): Ticks {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = items.map(({ id }) => String(id))
  const tick = useCallback(
    (id: string) =>
      setChosen((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  const tickAll = useCallback((next: readonly string[]) => setChosen(new Set(next)), [])
  return { ids, ticked: ids.filter((id) => chosen.has(id)), tick, tickAll }
}

const NUMERIC = new Set(['number', 'integer'])

/** Counters of readers' actions, which lists of several types have too. */
const COUNTERS = new Set(['viewCount', 'likeCount', 'supportCount', 'collectCount', 'commentCount'])

/**
 * Returns true if the cell has nothing to read when each row is a card of its own: it would draw a dash, or a counter
 * of zero. Cells with options may have a text for a missing value.
 */
function isBare(item: Item, column: Column): boolean {
  const { field, options } = column
  if (!hasValue(item, column))
    return options === undefined && !item[`${field.name}Title`] && !withheldFrom(item, field)
  return COUNTERS.has(field.name) && item[field.name] === 0
}

interface RowProps extends ListItemProps {
  /** Absent where rows are not ticked. */
  readonly isTicked?: boolean | undefined
  readonly onTick?: (id: string) => void
}

const Row = memo(function Row({ page, item, scope, onChanged, opener, isTicked, onTick }: RowProps) {
  const inner = useMemo(() => ({ ...scope, item }), [scope, item])
  return (
    <tr>
      {isTicked === undefined ? null : (
        <td className="eq-tick">
          <Tick label="选择此条" isTicked={isTicked} onTick={() => onTick?.(String(item.id))} />
        </td>
      )}
      {page.columns.map((column, index) => (
        <td
          key={column.field.name}
          data-label={column.label}
          data-bare={(index > 0 && isBare(item, column)) || undefined}
          className={NUMERIC.has(column.field.type) ? 'eq-numeric' : undefined}
        >
          {index === 0 && page.open ? (
            <span className="eq-table-title">
              {page.picture ? <ItemThumb item={item} picture={page.picture} /> : null}
              <ItemLink link={page.open} scope={scope} item={item}>
                {headingOf(item, { heading: column.field.name })}
              </ItemLink>
            </span>
          ) : (
            drawCell(column, item)
          )}
        </td>
      ))}
      {page.rowActions.length || opener ? (
        <td data-label="操作">
          {opener?.(item)}
          <Actions
            actions={page.rowActions}
            scope={inner}
            title={page.title}
            item={item}
            picture={page.picture}
            {...(onChanged ? { onChanged } : {})}
          />
        </td>
      ) : null}
    </tr>
  )
})

/** Longer labels of numbers wrap onto two lines. */
const MAX_LINE_LETTERS = 6

export function ListTable({ page, items, scope, onChanged, opener }: ListViewProps) {
  const isBulk = hasOffer(page.bulkActions, scope)
  const { ids, ticked, tick, tickAll } = useRowSelection(items)
  const isAll = ticked.length === ids.length
  return (
    <div className="eq-table-frame">
      {isBulk ? (
        <Suspense fallback={<div className="eq-bulk" />}>
          <BulkBar
            page={page}
            scope={scope}
            items={items}
            ids={ticked}
            onChanged={onChanged}
            onTick={tickAll}
          />
        </Suspense>
      ) : null}
      <table className="eq-table">
        <caption className="eq-sr-only">{page.title}</caption>
        <thead>
          <tr>
            {isBulk ? (
              <th scope="col" className="eq-tick">
                <Tick label="全选本页" isTicked={isAll} onTick={() => tickAll(isAll ? [] : ids)} />
              </th>
            ) : null}
            {page.columns.map((column) => (
              <th
                key={column.field.name}
                scope="col"
                className={NUMERIC.has(column.field.type) ? 'eq-numeric' : undefined}
                data-long={column.label.length > MAX_LINE_LETTERS || undefined}
              >
                {column.label}
              </th>
            ))}
            {page.rowActions.length || opener ? <th scope="col">操作</th> : null}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Guard key={String(item.id)} name={page.title}>
              <Row
                page={page}
                item={item}
                scope={scope}
                isTicked={isBulk ? ticked.includes(String(item.id)) : undefined}
                onTick={tick}
                {...(opener ? { opener } : {})}
                {...(onChanged ? { onChanged } : {})}
              />
            </Guard>
          ))}
        </tbody>
      </table>
    </div>
  )
}
