// Owns how a list's columns are laid out: heading, tags, day, summary and the rest; worked out once a page.
import type { Column } from '../../shared/page-model.ts'

export interface ColumnPlan {
  readonly heading: Column | undefined
  readonly tags: readonly Column[]
  readonly summary: Column | undefined
  readonly day: Column | undefined
  readonly facts: readonly Column[]
}

const plans = new WeakMap<readonly Column[], ColumnPlan>()

const TAG_CELLS = new Set(['tag', 'status', 'badge'])

export function planColumns(columns: readonly Column[]): ColumnPlan {
  const known = plans.get(columns)
  if (known) return known
  const [heading, ...rest] = columns
  const summary = rest.find(({ cell }) => cell === 'long-text' || cell === 'rich-text')
  const day = rest.find(({ field }) => field.name === 'publishedAt' || field.name === 'createdAt')
  const tags = rest.filter(({ cell }) => TAG_CELLS.has(cell))
  const facts = rest.filter((column) => column !== summary && column !== day && !tags.includes(column))
  const plan = { heading, tags, summary, day, facts }
  plans.set(columns, plan)
  return plan
}
