// Declares the tasks of the scheduler.
import type { Services } from '#server/platform/call.ts'
import { dayAt, instantAt } from '#shared/formats/portal-time.ts'

export interface Task {
  readonly name: string
  /** The first time after `now` that it is done again. */
  readonly next: (now: Date) => Date
  /** When it is done for the first time; at once, where it does not say. */
  readonly first?: (now: Date) => Date
  /**
   * Runs the task. A run that throws is retried, with growing delays. `signal` is aborted when the process stops, which
   * waits for the end of the run.
   */
  run(run: { readonly services: Services; readonly signal?: AbortSignal }): Promise<void>
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
