// Provides what layouts share: the run of items, their headings and labels, and the plan of their columns.
import { type ReactNode, useMemo } from 'react'
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { hasValue } from '#portal/widgets/items/field-value.ts'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import type { LayoutProps } from '#portal/widgets/layout-props.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Column } from '#shared/model/page-model.ts'
import { perModel } from '#shared/model/per-model.ts'

interface ColumnPlan {
  readonly heading: Column | undefined
  readonly tags: readonly Column[]
  readonly summary: Column | undefined
  /** When it was made public, or else made. */
  readonly day: Column | undefined
  readonly facts: readonly Column[]
}

/** Parts that some looks set apart; the rest of a plan's facts are `others`. */
interface FactParts {
  /** The day until which something is open. */
  readonly closing: Column | undefined
  readonly amount: Column | undefined
  /** The number by which it is known, such as that of a standard. */
  readonly plate: Column | undefined
  /** The first day of it. */
  readonly date: Column | undefined
  readonly others: readonly Column[]
}

const TAG_CELLS = new Set(['tag', 'status', 'badge'])

/** Of the columns of a list: the first is the heading. */
export const planColumns = perModel(
  ([heading, ...rest]: readonly Column[]): ColumnPlan => ({ heading, ...planParts(rest) }),
)

/** Of columns that stand below a heading. */
function planParts(columns: readonly Column[]): Omit<ColumnPlan, 'heading'> {
  const summary = columns.find(({ cell }) => cell === 'long-text' || cell === 'rich-text')
  const day = columns.find(({ field }) => field.name === 'publishedAt' || field.name === 'createdAt')
  const tags = columns.filter(({ cell }) => TAG_CELLS.has(cell))
  return {
    summary,
    day,
    tags,
    facts: columns.filter((column) => column !== summary && column !== day && !tags.includes(column)),
  }
}

function planFacts(facts: readonly Column[]): FactParts {
  const withCell = (...cells: readonly string[]): Column | undefined =>
    facts.find(({ cell }) => cells.includes(cell))
  const found = {
    closing: withCell('deadline'),
    amount: withCell('money'),
    plate: withCell('plate'),
    date: withCell('date', 'date-time'),
  }
  const apart = new Set(Object.values(found))
  return { ...found, others: facts.filter((column) => !apart.has(column)) }
}

/** Plans the columns of a layout, once for the same columns. */
export function useColumnPlan(columns: readonly Column[]): Omit<ColumnPlan, 'heading'> & FactParts {
  return useMemo(() => {
    const plan = planParts(columns)
    return { ...plan, ...planFacts(plan.facts) }
  }, [columns])
}

interface RunProps extends Pick<LayoutProps, 'items'> {
  readonly dense: boolean | undefined
  readonly className: string
  readonly children: (item: Item, index: number) => ReactNode
}

/** Draws the list of a layout, an entry for each item. */
export function LayoutRun({ items, dense, className, children }: RunProps) {
  return (
    <ul className={className} data-dense={dense}>
      {items.map((item, index) => (
        <li key={String(item.id)}>{children(item, index)}</li>
      ))}
    </ul>
  )
}

interface HeadingProps {
  readonly layout: Pick<LayoutProps, 'heading' | 'open' | 'scope' | 'level'>
  readonly item: Item
}

/** Draws the title of an item, linked to its page. The link reaches over the whole item, which is placed `relative`. */
export function LayoutHeading({ layout: { heading, open, scope, level: Level }, item }: HeadingProps) {
  return (
    <Level className="eq-look-heading">
      <ItemLink link={open} scope={scope} item={item} className="eq-whole-link">
        {headingOf(item, { heading })}
      </ItemLink>
    </Level>
  )
}

/** Draws the labels of an item: kind, state, urgency. */
export function LayoutTags({ columns, item }: { readonly columns: readonly Column[]; readonly item: Item }) {
  const shown = columns.filter((column) => hasValue(item, column))
  if (shown.length === 0) return null
  return (
    <p className="eq-tags">
      {shown.map((column) => (
        <Cell key={column.field.name} column={column} item={item} />
      ))}
    </p>
  )
}
