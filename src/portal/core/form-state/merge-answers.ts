// Merges two edits of one item field by field, by the answers that both began with.
import type { FormData } from '#shared/validation/visible-fields.ts'
import { changedNames } from './changed-fields.ts'

/** An item as two people have left it. */
export interface TwoEdits {
  /** What both began with; null where it is not known, so that each difference is a conflict. */
  readonly base: FormData | null
  readonly mine: FormData
  readonly theirs: FormData
}

export interface Merge {
  /** Names of the fields that only the other person changed: theirs counts. */
  readonly taken: ReadonlySet<string>
  /** Names of the fields that both changed, to different values: somebody has to choose. */
  readonly conflicts: ReadonlySet<string>
}

/**
 * Fields that only one side changed need no choice, and neither do those that both changed to the same value.
 *
 * @example mergeAnswers({ base: { a: 1, b: 1 }, mine: { a: 2, b: 2 }, theirs: { a: 1, b: 3, c: 1 } })
 * // taken: c, conflicts: b
 */
export function mergeAnswers({ base, mine, theirs }: TwoEdits): Merge {
  if (!base) return { taken: new Set(), conflicts: changedNames(mine, theirs) }
  const byMe = changedNames(base, mine)
  const byThem = changedNames(base, theirs)
  const differing = changedNames(mine, theirs)
  const both = [...byThem].filter((name) => differing.has(name))
  return {
    taken: new Set(both.filter((name) => !byMe.has(name))),
    conflicts: new Set(both.filter((name) => byMe.has(name))),
  }
}
