// Deletes old notices: deleted or read ones after half a year, all after two years, deliveries to webhooks after 30 days.
import { every, type Task } from '#server/platform/scheduler/task.ts'

const DAY = 86_400_000
const KEPT = 183 * DAY
const MAX_AGE_MS = 730 * DAY
const WEBHOOKS_KEPT = 30 * DAY

export const forgetTask: Task = {
  name: 'notices.forget',
  next: every(DAY),
  run: async ({ services: { db, clock } }) => {
    const now = clock().getTime()
    await db
      .deleteFrom('notice')
      .where('createdAt', '<', new Date(now - KEPT))
      .where((eb) =>
        eb.or([
          eb('deletedAt', 'is not', null),
          eb('readAt', 'is not', null),
          eb('createdAt', '<', new Date(now - MAX_AGE_MS)),
        ]),
      )
      .execute()
    await db
      .deleteFrom('webhookDelivery')
      .where('createdAt', '<', new Date(now - WEBHOOKS_KEPT))
      .execute()
  },
}
