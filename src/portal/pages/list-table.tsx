// Owns the list as a table, which becomes cards on narrow screens.
import { memo, useMemo } from 'react'
import { Guard } from '../ui/error-card.tsx'
import { Cell } from '../widgets/cell-registry.tsx'
import { ItemLink } from '../widgets/item-link.tsx'
import { headingOf } from '../widgets/item-text.ts'
import { Actions } from './actions.tsx'
import type { ListItemProps, ListViewProps } from './list-view-props.ts'

const NUMERIC = new Set(['number', 'integer'])

const Row = memo(function Row({ page, item, scope, onChanged }: ListItemProps) {
  const inner = useMemo(() => ({ ...scope, item }), [scope, item])
  return (
    <tr>
      {page.columns.map((column, index) => (
        <td
          key={column.field.name}
          data-label={column.label}
          className={NUMERIC.has(column.field.type) ? 'eq-numeric' : undefined}
        >
          {index === 0 && page.open ? (
            <ItemLink link={page.open} scope={scope} item={item}>
              {headingOf(item, { heading: column.field.name })}
            </ItemLink>
          ) : (
            <Cell column={column} item={item} />
          )}
        </td>
      ))}
      {page.rowActions.length ? (
        <td data-label="操作">
          <Actions
            actions={page.rowActions}
            scope={inner}
            title={page.title}
            item={item}
            {...(onChanged ? { onChanged } : {})}
          />
        </td>
      ) : null}
    </tr>
  )
})

export function ListTable({ page, items, scope, onChanged }: ListViewProps) {
  return (
    <div className="eq-table-frame">
      <table className="eq-table">
        <caption className="eq-sr-only">{page.title}</caption>
        <thead>
          <tr>
            {page.columns.map((column) => (
              <th
                key={column.field.name}
                scope="col"
                className={NUMERIC.has(column.field.type) ? 'eq-numeric' : undefined}
              >
                {column.label}
              </th>
            ))}
            {page.rowActions.length ? <th scope="col">操作</th> : null}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Guard key={String(item.id)} name={page.title}>
              <Row page={page} item={item} scope={scope} {...(onChanged ? { onChanged } : {})} />
            </Guard>
          ))}
        </tbody>
      </table>
    </div>
  )
}
