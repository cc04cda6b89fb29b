// Sends the daily digest of follows: one notice in the morning for all items that became public since the last.
import { type Kysely, sql } from 'kysely'
import { findReadersAmong } from '#server/content/workflow/receivers.ts'
import { announce } from '#server/notifications/announce.ts'
import { ACCOUNT } from '#server/platform/accounts/account-status.ts'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { dailyAt, type Task } from '#server/platform/scheduler/task.ts'
import { loadPublic } from './notify-followers.ts'

/** The hour in the portal's time zone. */
const HOUR = 8
const BATCH_SIZE = 200
/** So many titles are named; more are counted. */
const NAMED = 10

/**
 * Sends the daily digest of follows at 08:00 in the portal's time zone: one notice for all followed items that
 * became public since the last digest. It names at most 10 titles.
 *
 * @example
 * const tasks: Task[] = [digestTask]
 */
export const digestTask: Task = {
  name: 'follows.digest',
  next: dailyAt(HOUR),
  run: async ({ services }) => {
    for (let after = ''; ; ) {
      const { rows } = await sql<{ userId: string }>`
        select distinct user_id from follow_digest where user_id > ${after} order by user_id limit ${BATCH_SIZE}`.execute(
        services.db,
      )
      for (const { userId } of rows)
        await services.db.transaction().execute((transaction) => sendTo(transaction, services, userId))
      if (rows.length < BATCH_SIZE) return
      after = rows.at(-1)?.userId ?? ''
    }
  },
}

/** Sends a digest without items withdrawn meanwhile; accounts that follow nothing or have left get none. */
async function sendTo(transaction: Kysely<Schema>, services: Services, userId: string): Promise<void> {
  const { rows } = await sql<{ itemId: string; wants: boolean }>`
    delete from follow_digest where user_id = ${userId}
    returning item_id, exists (select from follow where follow.user_id = ${userId})
      and exists (select from account where id = ${userId} and status = ${ACCOUNT.active}) as wants`.execute(
    transaction,
  )
  const titles: string[] = []
  const ids = rows.flatMap(({ itemId, wants }) => (wants ? [itemId] : [])).sort()
  for (const id of ids) {
    const found = await loadPublic(transaction, services, id)
    const subject = found && { ...found, actor: found.row.ownerId }
    const readers = subject && (await findReadersAmong(transaction, services.model(), subject, [userId]))
    if (found && readers?.length) titles.push(found.row.title)
  }
  if (titles.length === 0) return
  const named = titles.slice(0, NAMED).map((title) => `“${title}”`)
  const values = {
    count: titles.length,
    titles: `${named.join('、')}${titles.length > NAMED ? `等 ${titles.length} 条` : ''}`,
  }
  await announce(transaction, services, 'follow.digest', { cause: ids.at(-1) ?? '', values }, [userId])
}
