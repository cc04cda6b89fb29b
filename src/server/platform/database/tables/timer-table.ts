// Declares the type of the table of timers.
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/** A scheduled task; `claim` names the run that has claimed it, until the claim expires. */
export interface TimerTable {
  name: string
  task: string
  subject: Optional<string>
  dueAt: Time
  claim: Optional<string>
  claimedUntil: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  /** How often it was begun since it last went well. */
  attempts: Generated<number>
  /** The error of the last attempt. */
  failure: Optional<string>
}
