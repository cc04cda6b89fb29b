// Owns the type of the table of timers.
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/** What is to be done at a time; `claim` names the run that has taken it, until it runs out. */
export interface TimerTable {
  name: string
  task: string
  subject: Optional<string>
  dueAt: Time
  claim: Optional<string>
  claimedUntil: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  /** How often it was begun since it last went well. */
  attempts: Generated<number>
  /** What the last attempt failed with. */
  failure: Optional<string>
}
