// Finds related items: of the same category the nearest by parameters or the newest, then the newest of the type.
import { sql } from 'kysely'
import { requireItem } from '#server/content/access/access.ts'
import type { ActionContext, ContentActionHandler } from '#server/content/action.ts'
import { type ItemRow, onlyFields, toListItems } from '#server/content/items/item-row.ts'
import { cacheDay, readerClass } from '#server/content/items/type-plan.ts'
import { findNearest } from '#server/content/parameters/find-nearest.ts'
import { loadProjectedColumns } from '#server/content/parameters/load-projected-columns.ts'
import { MAX_PAGE_SIZE, readInteger } from '#server/platform/calls/read-parameter.ts'

const DEFAULT_LIMIT = 6

export const related: ContentActionHandler = async (context) => {
  const { plan, params, caller, services, content } = context
  const limit = readInteger(params, 'limit', { min: 1, max: MAX_PAGE_SIZE }) ?? DEFAULT_LIMIT
  const item = await requireItem(context)
  const load = async () =>
    toListItems(plan, await loadRelated(context, item, limit), caller).map((one) => onlyFields(content, one))
  const readers = readerClass(plan, caller)
  if (readers === undefined) return load()
  return services.cache.read(
    plan.topics,
    `related:${readers}:${services.model().hash}:${item.id}:${limit}:${content.fields ?? ''}${cacheDay(plan)}`,
    load,
  )
}

async function loadRelated(
  { db, plan, services }: ActionContext,
  item: ItemRow,
  limit: number,
): Promise<readonly ItemRow[]> {
  const slots = plan.parameters && (await loadProjectedColumns(db, services.model(), plan.type.name))
  const near =
    (await findNearest(db, plan, item, slots, limit)) ??
    (await loadNewest(db, plan, likenessOf(plan, item), [item.id], limit))
  if (near.length >= limit) return near
  const known = [item.id, ...near.map(({ id }) => id)]
  return [...near, ...(await loadNewest(db, plan, sql`true`, known, limit - near.length))]
}

/** Same category, else same parent, else nothing in common but the type. */
function likenessOf({ type }: ActionContext['plan'], item: ItemRow) {
  const read = (field: string | undefined): string | undefined => {
    const value = field === undefined ? undefined : item.body[field]
    return typeof value === 'string' ? value : undefined
  }
  const category = read(type.category)
  if (category !== undefined) return sql`category = ${category}`
  const parent = read(type.parent)
  return parent === undefined ? sql`false` : sql`parent_id = ${parent}`
}

async function loadNewest(
  db: ActionContext['db'],
  plan: ActionContext['plan'],
  where: ReturnType<typeof sql>,
  without: readonly string[],
  limit: number,
): Promise<readonly ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ${sql.raw(plan.listColumns)} from item
    where ${sql.raw(plan.published)} and ${where} and id not in (${sql.join(without)})
    order by published_at desc, id desc limit ${limit}`.execute(db)
  return rows
}
