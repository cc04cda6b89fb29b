// Loads releases with their items and files, and locks one that is about to change.
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Draft } from '#server/configuration/store/drafts.ts'
import type { ReleaseTables } from '#server/platform/database/tables/release-tables.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { Failure } from '#shared/calls/errors.ts'

export type Release = Selectable<ReleaseTables['release']>
export type ReleaseFile = Selectable<ReleaseTables['releaseFile']>
/** With the title and the type that the item has now. */
export type ReleaseItem = Selectable<ReleaseTables['releaseItem']> & {
  readonly type: string
  readonly heading: string
}

export const STATE_TITLES: Readonly<Record<Release['state'], string>> = {
  preparing: '编制中',
  arranged: '已排定',
  released: '已发布',
  reverted: '已撤回',
  dropped: '已取消',
}

export const isOpen = ({ state }: Pick<Release, 'state'>): boolean =>
  state === 'preparing' || state === 'arranged'

/** Throws `NOT_FOUND`. With `lock` until the end of the transaction. */
export async function requireRelease(
  db: Kysely<Schema>,
  id: string,
  { lock = false } = {},
): Promise<Release> {
  const query = db.selectFrom('release').selectAll().where('id', '=', id)
  const release = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!release) throw new Failure('NOT_FOUND', { message: '没有这个发布计划' })
  return release
}

/** Throws `WRONG_STATE` where the release is in none of the states. */
export function requireState(release: Release, states: readonly Release['state'][], what: string): void {
  if (states.includes(release.state)) return
  throw new Failure('WRONG_STATE', {
    message: `发布计划“${release.title}”${STATE_TITLES[release.state]}，不能${what}`,
  })
}

/** In the order of their ids, in which all who write several items lock them. */
export async function loadItems(db: Kysely<Schema>, id: string): Promise<readonly ReleaseItem[]> {
  const { rows } = await sql<ReleaseItem>`
    select part.*, item.type, item.title as heading from release_item part
      join item on item.id = part.item_id where part.release_id = ${id} order by part.item_id`.execute(db)
  return rows
}

export const loadFiles = (db: Kysely<Schema>, id: string): Promise<ReleaseFile[]> =>
  db.selectFrom('releaseFile').selectAll().where('releaseId', '=', id).orderBy('path').execute()

export const toDrafts = (files: readonly ReleaseFile[]): readonly Draft[] =>
  files.map(({ path, base, text, addedAt }) => ({ path, base, text, savedAt: addedAt }))
