// Returns the path to an item: its ancestors from the top, and the item itself.
import { sql } from 'kysely'
import { requireItem } from '#server/content/access/access.ts'
import type { ContentActionHandler } from '#server/content/action.ts'
import { type ItemRow, toListItems } from '#server/content/items/item-row.ts'

const MAX_DEPTH = 12

export const ancestors: ContentActionHandler = async (context) => {
  const { plan, db, caller } = context
  const { id } = await requireItem(context)
  const { rows } = await sql<ItemRow>`
    with recursive above as (
      select id, parent_id, 0 as depth from item where id = ${id}
      union
      select item.id, item.parent_id, above.depth + 1 from item join above on item.id = above.parent_id
      where ${sql.raw(plan.published)} and above.depth < ${MAX_DEPTH}
    )
    select ${sql.raw(plan.listColumns)} from item
    join (select id as above_id, max(depth) as depth from above group by id) above on above_id = id
    order by depth desc`.execute(db)
  return toListItems(plan, rows, caller)
}
