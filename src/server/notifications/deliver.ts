// Delivers notices by text message or e-mail, with a few retries.
import type { Kysely, Selectable } from 'kysely'
import type { SmsSender } from '#server/identity/sms/sms-sender.ts'
import type { Services } from '#server/platform/call.ts'
import type { DeliveryTable } from '#server/platform/database/tables/notice-tables.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { takeQuota } from '#server/platform/limits/quota.ts'
import type { MailSender } from '#server/platform/mail/mail-sender.ts'
import { every, type Task } from '#server/platform/scheduler/task.ts'

interface Senders {
  readonly sms: SmsSender | null
  readonly mail: MailSender | null
}

type Delivery = Selectable<DeliveryTable>

const BATCH_SIZE = 50
const MAX_ATTEMPTS = 6
const FIRST_WAIT = 60_000
/** The maximum of messages per person and day; the portal shows the rest. */
const PER_PERSON = { most: 20, span: 86_400_000 }

/**
 * Builds the task that delivers notices by text message or e-mail, every 5 seconds. A failed delivery is repeated
 * with growing delays, 6 attempts in all. An account gets at most 20 messages of a channel in a day; further
 * notices are in the portal only.
 *
 * @example
 * const task = deliverTask({ sms: null, mail: buildMailSender(settings) })
 */
export const deliverTask = (senders: Senders): Task => ({
  name: 'notices.deliver',
  next: every(5_000),
  run: async ({ services }) => {
    for (;;) {
      const rows = await services.db
        .selectFrom('delivery')
        .selectAll()
        .where('dueAt', '<=', services.clock())
        .orderBy('dueAt')
        .limit(BATCH_SIZE)
        .execute()
      for (const row of rows) await deliver(services, senders, row)
      if (rows.length < BATCH_SIZE) return
    }
  },
})

/**
 * Delivers a notice. Without a sender, or beyond the daily maximum, the delivery is abandoned: the notice is in the
 * portal.
 */
async function deliver(services: Services, senders: Senders, row: Delivery): Promise<void> {
  const { db, clock } = services
  const wait = await takeQuota(db, `notice:${row.channel}:${row.accountId}`, PER_PERSON, clock())
  if (wait > 0) return remove(db, row)
  try {
    await send(senders, row)
    await remove(db, row)
  } catch (error) {
    await fail(services, row, error)
  }
}

async function send({ sms, mail }: Senders, { channel, address, title, content }: Delivery): Promise<void> {
  if (channel === 'sms') await sms?.send({ to: address, text: content, code: '', kind: 'notice' })
  else await mail?.send({ to: address, subject: title, text: content })
}

async function remove(db: Kysely<Schema>, { id }: Delivery): Promise<void> {
  await db.deleteFrom('delivery').where('id', '=', id).execute()
}

async function fail({ db, clock, audit }: Services, row: Delivery, error: unknown): Promise<void> {
  const attempts = row.attempts + 1
  if (attempts < MAX_ATTEMPTS) {
    const dueAt = new Date(clock().getTime() + FIRST_WAIT * 2 ** row.attempts)
    await db.updateTable('delivery').set({ attempts, dueAt }).where('id', '=', row.id).execute()
    return
  }
  await remove(db, row)
  const reason = error instanceof Error ? error.message : 'unknown'
  await audit({ actor: null, action: `${row.channel}.send`, result: 'failed', detail: { reason } })
}
