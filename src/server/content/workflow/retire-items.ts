// Retires the undecided items of an account that is closed.
import { sql } from 'kysely'
import type { WriteScope } from '#server/content/action.ts'
import { loadRows } from '#server/content/items/item-row.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import type { Call } from '#server/platform/call.ts'
import { findDeletion, findWithdrawal, type Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import { moveSilently } from './move.ts'

/** Returns the states in which an item waits for review, or for the decision of the parent's owner. */
function undecided({ states, transitions }: Lifecycle): string[] {
  const names = Object.keys(states)
  const isDecided = transitions.some(({ by }) => by.includes('parent.owner'))
  if (!isDecided && !names.some((name) => states[name]?.edited !== undefined)) return []
  return names.filter((name) => {
    const { gone, readers } = states[name] ?? {}
    if (gone) return false
    const isHidden = readers !== undefined && !readers.includes('parent.owner')
    return isHidden || transitions.some(({ from, by }) => from.includes(name) && by.includes('parent.owner'))
  })
}

/** Returns true if an item in this state is removed together with its owner's account. */
export const isRetired = (lifecycle: Lifecycle, status: string): boolean =>
  undecided(lifecycle).includes(status) && findRetirement(lifecycle, status) !== undefined

const findRetirement = (lifecycle: Lifecycle, status: string) =>
  findDeletion(lifecycle, status) ?? findWithdrawal(lifecycle, status)

/**
 * Deletes, or takes back where nothing is deleted, what `ownerId` has left undecided in types whose items somebody decides
 * about; what is public stays, since others may have answered to it. Answers how many items went.
 */
export async function retireItems(
  work: Pick<Call, 'services' | 'caller'> & WriteScope,
  ownerId: string,
): Promise<number> {
  const { db, services } = work
  const model = services.model()
  let count = 0
  for (const { name, lifecycle } of model.contentTypes) {
    const plan = findPlan(model, name)
    const states = undecided(lifecycle)
    if (states.length === 0 || !plan) continue
    const isLeft = sql`owner_id = ${ownerId} and status = any(${states}::text[])`
    for (const row of await loadRows(db, plan, isLeft, { lock: true })) {
      const step = findRetirement(lifecycle, row.status)
      if (!step) continue
      await moveSilently({ ...work, plan }, row, step, { action: step.action, reason: '发布者已注销' })
      count += 1
    }
  }
  return count
}
