// Finds the items before and after an item in the order of publication.
import { sql } from 'kysely'
import { requireItem } from '#server/content/access/access.ts'
import type { ActionContext, ContentActionHandler } from '#server/content/action.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { isPublic } from '#shared/lifecycles/lifecycle.ts'

interface Neighbour {
  readonly id: string
  readonly title: string
}

export const neighbours: ContentActionHandler = async (context) => {
  const { plan, services } = context
  const item = await requireItem(context)
  if (!isPublic(plan.type.lifecycle, item.status) || item.publishedAt === null)
    return { previous: null, next: null }
  const key = `neighbours:${services.model().hash}:${item.id}`
  return services.cache.read(plan.topics, key, async () => {
    const [previous, next] = await Promise.all([
      nearest(context, item, '>', 'asc'),
      nearest(context, item, '<', 'desc'),
    ])
    return { previous, next }
  })
}

/** The newer one comes before, as in the list. */
async function nearest(
  { db, plan }: ActionContext,
  { id, publishedAt }: ItemRow,
  side: '>' | '<',
  order: 'asc' | 'desc',
): Promise<Neighbour | null> {
  const { rows } = await sql<Neighbour>`
    select id, title from item
    where ${sql.raw(plan.published)} and (published_at, id) ${sql.raw(side)} (${publishedAt}::timestamptz, ${id})
    order by published_at ${sql.raw(order)}, id ${sql.raw(order)} limit 1`.execute(db)
  return rows[0] ?? null
}
