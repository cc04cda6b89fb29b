// Declares the type of the table of executed transitions.
import type { ColumnType, Generated } from 'kysely'

type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

export interface TransitionLogTable {
  id: Generated<number>
  itemId: string
  actor: string
  /** The account on whose behalf the actor acted. */
  behalf: Optional<string>
  action: string
  fromStatus: string
  toStatus: string
  reason: Optional<string>
  /** As whom the actor took it: an audience of the transition. */
  part: Optional<string>
  /** The form of that step, and what was filled in. */
  form: Optional<string>
  answers: Optional<Readonly<Record<string, unknown>>>
  /** The field comments, by field name. */
  remarks: Optional<Readonly<Record<string, string>>>
  at: DefaultTime
}
