// Deletes old notices: deleted or read ones after half a year, all after two years.
import { every, type Task } from '#server/platform/scheduler/task.ts'

const DAY = 86_400_000
const KEPT = 183 * DAY
const MAX_AGE_MS = 730 * DAY

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
  },
}
