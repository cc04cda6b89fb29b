// Retires the undecided items of an account that is closed.
import type { Kysely } from 'kysely'
import { logTransition } from '#server/content/write/log.ts'
import type { Call } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { findDeletion, findWithdrawal, type Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'

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
  transaction: Kysely<Schema>,
  call: Pick<Call, 'services' | 'caller'>,
  types: readonly ContentType[],
  ownerId: string,
): Promise<number> {
  let count = 0
  for (const { name, lifecycle } of types) {
    const states = undecided(lifecycle)
    if (states.length === 0) continue
    const rows = await transaction
      .selectFrom('item')
      .select(['id', 'status'])
      .where((eb) => eb.and({ ownerId, type: name }))
      .where('status', 'in', states)
      .forUpdate()
      .execute()
    for (const { id, status } of rows) {
      const step = findRetirement(lifecycle, status)
      if (!step) continue
      const updatedAt = call.services.clock()
      await transaction
        .updateTable('item')
        .set({ status: step.to, statusSince: updatedAt, updatedAt })
        .where('id', '=', id)
        .execute()
      await logTransition({ ...call, db: transaction }, id, {
        action: step.action,
        from: status,
        to: step.to,
        reason: '发布者已注销',
      })
      count += 1
    }
  }
  return count
}
