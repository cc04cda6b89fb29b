// Notifies both parties when a delegation begins or ends.
import { type Kysely, sql } from 'kysely'
import { announce } from '#server/notifications/announce.ts'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { every, type Task } from '#server/platform/scheduler/task.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import { describeDelegatedTypes, loadDelegations } from './delegation-rows.ts'

const TEN_MINUTES = 600_000
const BATCH_SIZE = 200

export async function notifyDelegation(
  transaction: Kysely<Schema>,
  services: Pick<Services, 'model' | 'clock'>,
  event: 'delegation.begun' | 'delegation.ended',
  id: string,
): Promise<void> {
  const { rows } = await loadDelegations({ db: transaction }, sql`d.id = ${id}`, { page: 1, limit: 1 })
  const [row] = rows
  if (!row) return
  const values = {
    principal: row.principalName,
    delegate: row.delegateName,
    from: row.fromDay,
    until: row.untilDay,
    matters: describeDelegatedTypes(services.model(), row),
    ...(event === 'delegation.ended' ? { how: row.endedAt === null ? '已到期' : '已提前结束' } : {}),
  }
  await announce(transaction, services, event, { cause: id, values }, [row.userId, row.delegateId])
}

/** Notifies once of each expired delegation; its rights ended with its last day. */
export const delegationTask: Task = {
  name: 'delegation.over',
  next: every(TEN_MINUTES),
  run: async ({ services }) => {
    const over = await services.db
      .selectFrom('delegation')
      .select('id')
      .where('toldAt', 'is', null)
      .where('untilDay', '<', dayAt(services.clock()))
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    for (const { id } of over)
      await services.db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('delegation')
          .set({ toldAt: services.clock() })
          .where('id', '=', id)
          .where('toldAt', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows > 0n) await notifyDelegation(transaction, services, 'delegation.ended', id)
      })
  },
}
