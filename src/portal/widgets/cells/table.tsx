// Owns the cell of a list of objects: a small table with the titles of their properties.
import type { CellProps } from '../widget-props.ts'

interface ItemSchema {
  readonly properties?: Readonly<Record<string, { readonly title?: string }>>
}

export function TableCell({ value, column }: CellProps) {
  const rows = Array.isArray(value) ? (value as readonly Readonly<Record<string, unknown>>[]) : []
  if (rows.length === 0) return <>—</>
  const { properties = {} } = (column.field.schema.items ?? {}) as ItemSchema
  const names = Object.keys(properties)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="eq-table-frame" aria-label={column.label} tabIndex={0}>
      <table className="eq-table">
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {properties[name]?.title ?? name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity and never move
            <tr key={index}>
              {names.map((name) => (
                <td key={name}>{String(row[name] ?? '—')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
