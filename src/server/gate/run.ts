// Owns the type of a migration that was run, with what it did.
import type { Migration } from '../../shared/migration-model.ts'
import type { Tally } from './tally.ts'

export interface Run {
  readonly migration: Migration
  /** By step. */
  readonly tallies: readonly Tally[]
}
