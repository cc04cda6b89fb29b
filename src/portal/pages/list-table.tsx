// Owns the list as a table, which becomes cards on narrow screens.
import { memo } from 'react'
import { Guard } from '../ui/error-card.tsx'
import { Cell } from '../widgets/cell-registry.tsx'
import { ItemLink } from '../widgets/item-link.tsx'
import { headingOf } from '../widgets/item-text.ts'
import type { ListItemProps, ListViewProps } from './list-view-props.ts'

const NUMERIC = new Set(['number', 'integer'])

const Row = memo(function Row({ page, item, scope }: ListItemProps) {
  return (
    <tr>
      {page.columns.map((column, index) => (
        <td
          key={column.field.name}
          data-label={column.label}
          className={NUMERIC.has(column.field.type) ? 'eq-numeric' : undefined}
        >
          {index === 0 ? (
            <ItemLink link={page.open} scope={scope} item={item}>
              {headingOf(item, { heading: column.field.name })}
            </ItemLink>
          ) : (
            <Cell column={column} item={item} />
          )}
        </td>
      ))}
    </tr>
  )
})

export function ListTable({ page, items, scope }: ListViewProps) {
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
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Guard key={String(item.id)} name={page.title}>
              <Row page={page} item={item} scope={scope} />
            </Guard>
          ))}
        </tbody>
      </table>
    </div>
  )
}
