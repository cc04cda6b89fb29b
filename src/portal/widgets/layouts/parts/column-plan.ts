// Plans the role of each column in a drawn item: found by its cell, computed once for a set of columns.
import type { Column } from '#shared/model/page-model.ts'
import { perModel } from '#shared/model/per-model.ts'

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

/** Of the columns of a list: the first is the heading. */
export const planColumns = perModel(
  ([heading, ...rest]: readonly Column[]): ColumnPlan => ({ heading, ...planParts(rest) }),
)

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

export const planFacts = perModel((facts: readonly Column[]): FactParts => {
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
})
