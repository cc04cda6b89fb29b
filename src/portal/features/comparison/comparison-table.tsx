// Draws the table of a comparison: items across, fields down, in groups.
import { Fragment, type ReactNode } from 'react'
import type { ReadState } from '#portal/core/api/use-read.ts'
import { Guard } from '#portal/ui/error-card.tsx'
import { names } from '#portal/ui/format/class-names.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { ItemThumb } from '#portal/widgets/items/item-cover.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Link } from '#shared/model/page-model.ts'
import type { ComparePage } from '#shared/model/pages/compare.ts'
import { areAlike, type CompareGroup, type CompareRow, toDelta } from './comparison-rows.ts'
import { type RatingStars, StarRow } from './rating-row.tsx'

interface ComparisonHeadProps {
  readonly id: string
  readonly title: string
  readonly picture: ReactNode
  readonly open: Link | undefined
  readonly scope: Scope
  readonly isBase: boolean
  /** Absent where there is nothing to set it against. */
  readonly onPin: (() => void) | undefined
  readonly onSwap: (() => void) | undefined
  readonly onRemove: () => void
}

/** Draws the head of one column of a comparison: the item and its actions. */
function ComparisonHead({ id, title, picture, open, scope, isBase, ...handlers }: ComparisonHeadProps) {
  const { onPin, onSwap, onRemove } = handlers
  return (
    <th scope="col">
      {picture}
      <ItemLink link={open} scope={scope} item={{ id }}>
        {title}
      </ItemLink>
      <span className="eq-compare-deeds">
        {onPin ? (
          <button type="button" className="eq-text-button" aria-pressed={isBase} onClick={onPin}>
            {isBase ? '取消基准' : '设为基准'}
            <span className="eq-sr-only">{title}</span>
          </button>
        ) : null}
        {onSwap ? (
          <button type="button" className="eq-text-button" onClick={onSwap}>
            更换<span className="eq-sr-only">{title}</span>
          </button>
        ) : null}
      </span>
      <button type="button" className="eq-icon-button" aria-label={`移除 ${title}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </th>
  )
}

interface Props {
  readonly page: ComparePage
  readonly ids: readonly string[]
  readonly reads: readonly ReadState<Item>[]
  readonly groups: readonly CompareGroup[]
  readonly stars: readonly RatingStars[]
  readonly scope: Scope
  readonly marked: boolean
  readonly onlyDifferent: boolean
  /** True if the first item is the base of the comparison. */
  readonly isPinned: boolean
  readonly isBusy: boolean
  readonly onPin: (id: string) => void
  readonly onSwap: ((id: string) => void) | undefined
  readonly onRemove: (id: string) => void
}

export function titleOf(page: ComparePage, read: ReadState<Item> | undefined): string {
  if (read?.data) return headingOf(read.data, { heading: page.heading })
  return read?.error ? '内容不存在或无法加载' : '正在加载…'
}

interface RowProps {
  readonly row: CompareRow
  readonly ids: readonly string[]
  readonly marked: boolean
  readonly isPinned: boolean
}

function Row({ row: { column, items, differs, identifies, best }, ids, marked, isPinned }: RowProps) {
  const { name } = column.field
  return (
    <tr className={marked && differs && !identifies && ids.length > 1 ? 'eq-differs' : undefined}>
      <th scope="row">{column.label}</th>
      {items.map((item, index) => {
        const isSet = isPinned && index > 0 && areAlike(column, item, items[0])
        const delta = isSet ? toDelta(item?.[name], items[0]?.[name]) : ''
        return (
          <td key={ids[index]} className={names(best.has(index) && 'eq-best')}>
            <Guard name={column.label}>{item ? <Cell column={column} item={item} /> : '—'}</Guard>
            {delta ? <small className="eq-delta"> {delta}</small> : null}
            {best.has(index) ? <span className="eq-sr-only">（较优）</span> : null}
          </td>
        )
      })}
    </tr>
  )
}

export function ComparisonTable({ page, ids, reads, groups, stars, scope, ...rest }: Props) {
  const { marked, onlyDifferent, isPinned, isBusy, onPin, onSwap, onRemove } = rest
  const shown = groups.flatMap(({ title, rows }) => {
    const own = rows.filter((row) => !onlyDifferent || row.differs || ids.length < 2)
    return own.length > 0 ? [{ title, rows: own }] : []
  })
  return (
    <section
      className="eq-scroll eq-compare"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={`${page.title}，可左右滚动`}
      aria-busy={isBusy}
    >
      <table data-count={ids.length}>
        <thead>
          <tr>
            <th scope="col">比对项</th>
            {ids.map((id, index) => (
              <ComparisonHead
                key={id}
                id={id}
                title={titleOf(page, reads[index])}
                picture={
                  reads[index]?.data ? <ItemThumb item={reads[index].data} picture={page.picture} /> : null
                }
                open={reads[index]?.data ? page.open : undefined}
                scope={scope}
                isBase={isPinned && index === 0}
                onPin={ids.length > 1 ? () => onPin(id) : undefined}
                onSwap={onSwap && reads[index]?.data ? () => onSwap(id) : undefined}
                onRemove={() => onRemove(id)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {stars.length > 0 ? <StarRow stars={stars} ids={ids} /> : null}
          {shown.map(({ title, rows }) => (
            <Fragment key={title}>
              {groups.length > 1 ? (
                <tr className="eq-compare-group">
                  <th scope="rowgroup" colSpan={ids.length + 1}>
                    {title}
                  </th>
                </tr>
              ) : null}
              {rows.map((row) => (
                <Row
                  key={`${title} ${row.column.field.name} ${row.column.label}`}
                  row={row}
                  ids={ids}
                  marked={marked}
                  isPinned={isPinned}
                />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      {shown.length === 0 ? <p className="eq-muted eq-hint">各项内容完全相同</p> : null}
    </section>
  )
}
