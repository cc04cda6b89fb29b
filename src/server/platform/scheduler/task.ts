// Declares tasks of the scheduler and their runs.

import type { Kysely } from 'kysely'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { dayAt, instantAt } from '#shared/formats/portal-time.ts'

export interface Run {
  readonly services: Services
  /** The subject of the timer; null for a recurring task. */
  readonly subject: string | null
  /** When it was to be done; a run after a standstill comes later. */
  readonly dueAt: Date
  /**
   * Ends the run inside the transaction that did its work, so that the work is done once even when this process was
   * thought dead meanwhile: throws `ClaimLost` then, and the transaction with it.
   */
  settle(transaction: Kysely<Schema>): Promise<void>
}

export interface Task {
  readonly name: string
  /** The first time after `now` that it is done again; absent: only at the times that `setTimer` gives. */
  readonly next?: (now: Date) => Date
  /** Runs the task. A run that throws is retried, with growing delays. */
  run(run: Run): Promise<void>
}

/** Another process has taken the run over. */
export class ClaimLostError extends Error {
  constructor(name: string) {
    super(`the claim on timer ${name} is lost`)
  }
}

export const every =
  (milliseconds: number) =>
  (now: Date): Date =>
    new Date(now.getTime() + milliseconds)

/** At so many hours after midnight where the portal is, such as 8 for 08:00. */
export const dailyAt =
  (hour: number) =>
  (now: Date): Date => {
    const at = (daysBack: number) => instantAt(dayAt(now, daysBack), `${String(hour).padStart(2, '0')}:00:00`)
    const today = at(0)
    return today > now ? today : at(-1)
  }
