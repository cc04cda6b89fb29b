// Exports a person's notices.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const MAX_ROWS = 10_000

export async function loadOwnNotices(db: Kysely<Schema>, userId: string) {
  const [notices, noticeSettings] = await Promise.all([
    db
      .selectFrom('notice')
      .select(['kind', 'title', 'content', 'readAt', 'createdAt'])
      .where('userId', '=', userId)
      .where('deletedAt', 'is', null)
      .limit(MAX_ROWS)
      .execute(),
    db
      .selectFrom('noticeSetting')
      .select(['sms', 'mail', 'email', 'updatedAt'])
      .where('userId', '=', userId)
      .execute(),
  ])
  return { notices, noticeSettings }
}
