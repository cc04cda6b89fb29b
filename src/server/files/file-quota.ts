// Enforces the file quota of an account in bytes.
import { type Kysely, sql } from 'kysely'
import type { Call } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { GRANTS, isGranted } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'

/** How many bytes are left; those who run the portal have no limit. */
export async function loadAvailableBytes(
  call: Call,
  quota: number,
  db: Kysely<Schema> = call.services.db,
): Promise<number> {
  const { caller } = call
  if (caller === null || isGranted(caller, GRANTS.moderate)) return Number.POSITIVE_INFINITY
  return quota - (await usedBy(db, caller.id))
}

/** Two uploads at the same time must not both find the last place: call it in the transaction that takes it. */
export async function lockFileQuota(db: Kysely<Schema>, { caller }: Call): Promise<void> {
  if (caller !== null)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`file/${caller.id}`}, 0))`.execute(db)
}

async function usedBy(db: Kysely<Schema>, ownerId: string): Promise<number> {
  const { used } = await db
    .selectFrom('file')
    .select(sql<string | number>`coalesce(sum(size), 0)`.as('used'))
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(used)
}

/** `left` and `quota` in bytes. */
export function quotaExceeded(left: number, quota: number): Failure {
  const words = `您上传的文件最多共 ${toMegabytes(quota)} MB，还可上传 ${toMegabytes(Math.max(0, left))} MB`
  return new Failure('FILE_QUOTA', {
    message: `${words}；上传后没有用到的文件一天后自动清理，如仍不够用请联系我们`,
    data: { left: Math.max(0, left), quota },
  })
}

const toMegabytes = (bytes: number): string => (Math.floor((bytes / 1024 / 1024) * 10) / 10).toString()
