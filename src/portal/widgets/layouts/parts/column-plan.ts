// Plans the role of each column in a drawn item: found by its cell, computed once for a set of columns.
import type { Column } from '#shared/model/page-model.ts'

export interface ColumnPlan {
  readonly heading: Column | undefined
  readonly tags: readonly Column[]
  readonly summary: Column | undefined
  /** When it was made public, or else made. */
  readonly day: Column | undefined
  readonly facts: readonly Column[]
}

/** Parts that some looks set apart; the rest of a plan's facts are `others`. */
export interface FactParts {
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

const plans = new WeakMap<readonly Column[], ColumnPlan>()
const parts = new WeakMap<readonly Column[], FactParts>()

/** Of the columns of a list: the first is the heading. */
export function planColumns(columns: readonly Column[]): ColumnPlan {
  const known = plans.get(columns)
  if (known) return known
  const [heading, ...rest] = columns
  const plan = { heading, ...planParts(rest) }
  plans.set(columns, plan)
  return plan
}

/** Of columns that stand below a heading. */
export function planParts(columns: readonly Column[]): Omit<ColumnPlan, 'heading'> {
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

export function planFacts(facts: readonly Column[]): FactParts {
  const known = parts.get(facts)
  if (known) return known
  const withCell = (...cells: readonly string[]): Column | undefined =>
    facts.find(({ cell }) => cells.includes(cell))
  const found = {
    closing: withCell('deadline'),
    amount: withCell('money'),
    plate: withCell('plate'),
    date: withCell('date', 'date-time'),
  }
  const apart = new Set(Object.values(found))
  const plan = { ...found, others: facts.filter((column) => !apart.has(column)) }
  parts.set(facts, plan)
  return plan
}
