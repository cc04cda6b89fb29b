// Orders the calls that a hook makes: one after the other in its transaction, each undone alone where it fails.
import { sql } from 'kysely'
import type { Nesting } from '#server/platform/call.ts'

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Returns how to run calls of the engine. In a transaction they go one after the other, as one connection does one
 * thing at a time, and a call that is refused leaves nothing behind, so that a hook may go on without it.
 */
export function queued({ within, run, depth = 0 }: Nesting): InTurn {
  if (!within || !run) return (work) => work()
  const savepoint = sql.raw(`hook_${depth}`)
  const alone: InTurn = async (work) => {
    await sql`savepoint ${savepoint}`.execute(within.db)
    const count = within.entries.length
    try {
      const answer = await work()
      await sql`release savepoint ${savepoint}`.execute(within.db)
      return answer
    } catch (error) {
      within.entries.length = count
      if (!run.isOver) await sql`rollback to savepoint ${savepoint}`.execute(within.db)
      throw error
    }
  }
  return async (work) => {
    run.pending += 1
    const turn = run.last.then(() => alone(work))
    run.last = turn.catch(() => undefined)
    return turn.finally(() => {
      run.pending -= 1
    })
  }
}
