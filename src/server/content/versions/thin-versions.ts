// Thins out old versions that nobody but their writers ever read: of each day the last one stays.
import { sql } from 'kysely'
import type { Services } from '#server/platform/call.ts'
import { takeQuota } from '#server/platform/limits/quota.ts'
import { zoneName } from '#shared/formats/portal-time.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'

const HOUR = 3_600_000
/** So long all versions stay. */
const KEPT = 90 * 24 * HOUR
/** Of all processes one looks, once in so long. */
const ONCE = { most: 1, span: HOUR }
const BATCH = 500

type Needs = Pick<Services, 'db' | 'clock' | 'model'>

/** Answers how many went. Versions of what was ever online stay, and so do the first and the newest of each item. */
export async function thinVersions({ db, clock, model }: Needs): Promise<number> {
  const now = clock()
  if ((await takeQuota(db, 'version-thinning', ONCE, now)) > 0) return 0
  let total = 0
  for (const type of model().contentTypes)
    for (;;) {
      const gone = await thinOnce(db, type, new Date(now.getTime() - KEPT))
      total += gone
      // Of an item one at a time, as the one after it takes over what it changed.
      if (gone === 0) break
    }
  return total
}

async function thinOnce(db: Services['db'], type: ContentType, before: Date): Promise<number> {
  const day = (alias: string) =>
    sql`date_trunc('day', ${sql.ref(`${alias}.at`)} at time zone ${sql.lit(zoneName())})`
  const open = sql`${publicStates(type.lifecycle)}::text[]`
  const { rows } = await sql<{ gone: number }>`
    with thinned as (
      select distinct on (old.item_id) old.item_id, old.number, old.base, old.changed
      from item_version old join item on item.id = old.item_id and item.type = ${type.name}
      where old.at < ${before} and old.base is not null
        and exists (select from item_version later where later.item_id = old.item_id
          and later.is_change = old.is_change and later.number > old.number and ${day('later')} = ${day('old')})
        and (old.is_change or old.status <> all(${open}) and not exists (select from transition_log step
          where step.item_id = old.item_id and step.to_status = any(${open}) and step.action not like 'change:%'
            and step.at >= old.at and step.at < (select min(later.at) from item_version later
              where later.item_id = old.item_id and not later.is_change and later.number > old.number)))
      order by old.item_id, old.number limit ${BATCH}),
    followed as (
      update item_version later set base = thinned.base, changed = thinned.changed || later.changed
      from thinned where later.item_id = thinned.item_id and later.base = thinned.number),
    gone as (
      delete from item_version old using thinned
      where old.item_id = thinned.item_id and old.number = thinned.number returning old.number)
    select count(*)::int as gone from gone`.execute(db)
  return rows[0]?.gone ?? 0
}
