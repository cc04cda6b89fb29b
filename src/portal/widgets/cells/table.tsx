// Draws the cell of a list of objects: a small table with the titles of their properties.
import { dictionaryLabel } from '#portal/core/configuration/dictionaries.ts'
import { toDateTime } from '#portal/ui/format/format-time.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { MaskedValue } from '#portal/widgets/items/masked-value.tsx'
import type { CellProps, Item } from '#portal/widgets/widget-props.ts'

interface Property {
  readonly title?: string
  readonly format?: string
  readonly 'x-dict'?: string
}

interface ItemSchema {
  readonly properties?: Readonly<Record<string, Property>>
}

type Row = Readonly<Record<string, unknown>>

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function formatCellValue(value: unknown, { format, 'x-dict': dict }: Property = {}): string {
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (dict && value) return dictionaryLabel(dict, String(value))
  return (format === 'date-time' ? toDateTime(value) : '') || toText(value) || '—'
}

/** Names the field that a row's last text is of, where it came masked. */
const REVEAL = 'reveal'

interface RowTextProps {
  readonly row: Row
  readonly name: string
  readonly property: Property | undefined
  readonly isLast: boolean
  readonly item: Item
}

function RowText({ row, name, property, isLast, item }: RowTextProps) {
  const field = row[REVEAL]
  if (!isLast || typeof field !== 'string') return <>{formatCellValue(row[name], property)}</>
  return (
    <MaskedValue item={item} field={field} label={toText(row.label) || '内容'} masked={row[name]}>
      {(shown) => formatCellValue(shown, property)}
    </MaskedValue>
  )
}

export function TableCell({ value, item, column }: CellProps) {
  const rows = (Array.isArray(value) ? value : []).filter(isRow)
  const { properties = {} } = (column.field.schema.items ?? {}) as ItemSchema
  const names = Object.keys(properties).filter((name) => name !== REVEAL)
  if (rows.length === 0 || names.length === 0) return <>—</>
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
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity and never move
            <tr key={at}>
              {names.map((name, index) => (
                <td key={name} data-label={properties[name]?.title ?? name}>
                  <RowText
                    row={row}
                    name={name}
                    property={properties[name]}
                    isLast={index === names.length - 1}
                    item={item}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
