// Reads the entries of a content type that site.json names: hot words, announcements, maintenance windows.
import { sql } from 'kysely'
import { isPublished } from '#server/content/fields/open-states.ts'
import type { Services } from '#server/platform/call.ts'

/** More than any site has at a time. */
const MAX_ENTRIES = 200

export interface SiteEntry {
  readonly id: string
  readonly title: string
  /** The fields as they are stored. */
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * The public items of the type, the oldest first; none where the portal names no type.
 *
 * @example
 * const words = await loadSiteEntries(services, model.site.hotWords)
 */
export async function loadSiteEntries(
  { db, model }: Pick<Services, 'db' | 'model'>,
  name: string | undefined,
): Promise<readonly SiteEntry[]> {
  const type = model().contentTypes.find((one) => one.name === name)
  if (!type) return []
  const { rows } = await sql<SiteEntry>`select id, title, body from item
    where ${sql.raw(isPublished(model(), type))} order by id limit ${MAX_ENTRIES}`.execute(db)
  return rows
}

/** A moment of an entry; null where it has none. */
export const momentOf = ({ body }: Pick<SiteEntry, 'body'>, field: string): Date | null => {
  const { [field]: value } = body
  return typeof value === 'string' && value !== '' ? new Date(value) : null
}

/** True from its `from` until its `until`, as far as it has them. */
export function isCurrent(entry: Pick<SiteEntry, 'body'>, now: Date): boolean {
  const [from, until] = [momentOf(entry, 'from'), momentOf(entry, 'until')]
  return (from === null || from <= now) && (until === null || now < until)
}
