// Owns the table of a comparison: items across, fields down.
import type { Scope } from '../../shared/condition.ts'
import type { ComparePage } from '../../shared/page-model.ts'
import type { Read } from '../api/use-read.ts'
import { names } from '../ui/class-names.ts'
import { Guard } from '../ui/error-card.tsx'
import { Icon } from '../ui/icon.tsx'
import { Cell } from '../widgets/cell-registry.tsx'
import { ItemLink } from '../widgets/item-link.tsx'
import { headingOf } from '../widgets/item-text.ts'
import type { Item } from '../widgets/widget-props.ts'
import { compareRows } from './compare-rows.ts'

interface Props {
  readonly page: ComparePage
  readonly ids: readonly string[]
  readonly reads: readonly Read<Item>[]
  readonly scope: Scope
  readonly marked: boolean
  readonly onlyDifferent: boolean
  readonly onRemove: (id: string) => void
}

function titleOf(page: ComparePage, read: Read<Item> | undefined): string {
  if (read?.data) return headingOf(read.data, { heading: page.heading })
  return read?.error ? '内容不存在或无法加载' : '正在加载…'
}

export function CompareTable({ page, ids, reads, scope, marked, onlyDifferent, onRemove }: Props) {
  const items = reads.map((read) => read.data)
  const rows = compareRows(page.rows, items).filter((row) => !onlyDifferent || row.differs || ids.length < 2)
  return (
    <section
      className="eq-scroll eq-compare"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={`${page.title}，可左右滚动`}
      aria-busy={reads.some(({ loading }) => loading)}
    >
      <table data-count={ids.length}>
        <thead>
          <tr>
            <th scope="col">比对项</th>
            {ids.map((id, index) => {
              const read = reads[index]
              return (
                <th key={id} scope="col">
                  <ItemLink link={read?.data ? page.open : undefined} scope={scope} item={{ id }}>
                    {titleOf(page, read)}
                  </ItemLink>
                  <button
                    type="button"
                    className="eq-icon-button"
                    aria-label={`移除 ${titleOf(page, read)}`}
                    onClick={() => onRemove(id)}
                  >
                    <Icon name="close" />
                  </button>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ column, differs, best }) => (
            <tr
              key={column.field.name}
              className={marked && differs && ids.length > 1 ? 'eq-differs' : undefined}
            >
              <th scope="row">{column.label}</th>
              {items.map((item, index) => (
                <td key={ids[index]} className={names(best.has(index) && 'eq-best')}>
                  <Guard name={column.label}>{item ? <Cell column={column} item={item} /> : '—'}</Guard>
                  {best.has(index) ? <span className="eq-sr-only">（较优）</span> : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 ? <p className="eq-muted eq-hint">各项内容完全相同</p> : null}
    </section>
  )
}
