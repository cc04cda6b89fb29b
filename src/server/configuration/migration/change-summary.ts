// Counts records by kind and formats the counts as text.
import type { Migration } from '#shared/model/migration-model.ts'

/** By what is counted, as it is said behind a number, such as 条内容. */
export type ChangeSummary = ReadonlyMap<string, number>

/** A run of a migration, with the numbers of records that it changes. */
export interface MigrationRun {
  readonly migration: Migration
  /** By step. */
  readonly tallies: readonly ChangeSummary[]
}

export function toChangeSummary(entries: Iterable<readonly [string, number]>): ChangeSummary {
  const summary = new Map<string, number>()
  for (const [word, count] of entries) if (count > 0) summary.set(word, (summary.get(word) ?? 0) + count)
  return summary
}

/** Such as 1,204 条内容、3 份草稿; empty where there is nothing. */
export function formatChangeSummary(summary: ChangeSummary): string {
  return [...summary].map(([word, count]) => `${count.toLocaleString('en-US')} ${word}`).join('、')
}
