// Returns an item together with all its descendants.
import { type RawBuilder, sql } from 'kysely'
import { requireItem } from '#server/content/access/access.ts'
import type { ActionContext, ContentActionHandler } from '#server/content/action.ts'
import { isPublished } from '#server/content/fields/open-states.ts'
import { orderBy, parseSort } from '#server/content/fields/sort.ts'
import { type ItemRow, toListItems } from '#server/content/items/item-row.ts'
import { readerClass } from '#server/content/items/type-plan.ts'
import { readText } from '#server/platform/calls/read-parameter.ts'

const MAX_DEPTH = 8
const MAX_NODES = 2_000

interface Node {
  readonly [field: string]: unknown
  readonly children: Node[]
}

/** Without an id: all items that have nothing above them. */
export const tree: ContentActionHandler = async (context) => {
  const { plan, params, caller, services } = context
  const id = readText(params, 'id')
  if (id !== undefined) await requireItem(context, id)
  const load = () => loadTree(context, id)
  const readers = readerClass(plan, caller)
  if (readers === undefined) return load()
  return services.cache.read(
    plan.topics,
    `tree:${readers}:${services.model().hash}:${plan.type.name}:${id ?? ''}`,
    load,
  )
}

async function loadTree(context: ActionContext, id: string | undefined): Promise<Node | Node[]> {
  const { plan, caller } = context
  const rows = await loadRows(context, id)
  const items = toListItems(plan, rows, caller)
  const nodes = new Map(rows.map((row, index): [string, Node] => [row.id, { ...items[index], children: [] }]))
  const roots: Node[] = []
  for (const row of rows) {
    const node = nodes.get(row.id) as Node // every row was made a node above
    const parent = plan.type.parent === undefined ? null : row.body[plan.type.parent]
    const above = typeof parent === 'string' && row.id !== id ? nodes.get(parent) : undefined
    if (above) above.children.push(node)
    else roots.push(node)
  }
  return id === undefined ? roots : (nodes.get(id) as Node) // requireItem has found it
}

async function loadRows(context: ActionContext, id: string | undefined): Promise<readonly ItemRow[]> {
  const { db, plan, services } = context
  const order = orderBy(plan.type, parseSort(sortOf(context)))
  const select = (where: RawBuilder<unknown>) => sql<ItemRow>`
    select ${sql.raw(plan.listColumns)} from item where ${where} order by ${sql.raw(order)} limit ${MAX_NODES}`
  if (id === undefined) return (await select(sql.raw(plan.published)).execute(db)).rows
  const below = sql`
    with recursive below as (
      select id, 1 as depth from item where id = ${id}
      union
      select child.id, below.depth + 1 from item child join below on child.parent_id = below.id
      where ${sql.raw(isPublished(services.model(), plan.type, 'child'))} and below.depth < ${MAX_DEPTH}
    ) select id from below`
  return (await select(sql`id in (${below})`).execute(db)).rows
}

/** Returns the order of siblings: that of the type's own list, else the order of creation. */
function sortOf({ content, plan }: ActionContext): string {
  const listed = plan.calls.find((call) => call.content?.sort)
  return content.sort ?? listed?.content?.sort ?? 'createdAt'
}
