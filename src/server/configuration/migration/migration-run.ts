// Declares the type of a migration run with its effects.
import type { Migration } from '#shared/model/migration-model.ts'
import type { ChangeSummary } from './change-summary.ts'

export interface MigrationRun {
  readonly migration: Migration
  /** By step. */
  readonly tallies: readonly ChangeSummary[]
}
