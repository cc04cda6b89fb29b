// Computes the weekly interest in an item.
import { requireItem } from '#server/content/access/access.ts'
import type { ContentActionHandler } from '#server/content/action.ts'
import { loadWeeks, type Week } from './interest.ts'

const WEEKS = 12

export interface Trend {
  readonly id: string
  readonly title: string
  /** The oldest first; the last one ends today. */
  readonly weeks: readonly Week[]
}

export const trend: ContentActionHandler = async (context): Promise<Trend> => {
  const { id, title } = await requireItem(context)
  return { id, title, weeks: await loadWeeks(context.db, id, context.services.clock(), WEEKS) }
}
