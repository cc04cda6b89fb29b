// Owns the list of items: filters, search, order and paging, answered from the cache where all readers get the same.
import type { Paged } from '../../../shared/envelope.ts'
import type { Serialized } from '../../http/serialized.ts'
import type { Action, ActionContext } from '../action.ts'
import { toListItems } from '../item-row.ts'
import { type ListQuery, parseListQuery } from '../list-query.ts'
import { onlyFields } from '../only-fields.ts'
import { toPaged } from '../paged.ts'
import { readerClass } from '../reader-class.ts'
import { countAll, loadPage } from '../run-list.ts'
import { withReasons } from '../status-reason.ts'

export const list: Action = async (context) => {
  const { plan, content, params, asker, services } = context
  const query = parseListQuery(plan, content, params, asker)
  const readers = query.owner === undefined ? readerClass(plan, asker) : undefined
  if (readers === undefined) return loadList(context, query, countAll(context.db, plan, query))
  const { page, limit, sort, ...counted } = query
  const key = JSON.stringify([plan.type.name, services.model().hash, counted])
  return services.cache.read(
    plan.topics,
    `list:${readers}:${key}:${JSON.stringify([page, limit, sort, content.fields])}`,
    (versions) => {
      const total = services.cache.read(
        plan.topics,
        `count:${key}`,
        () => countAll(context.db, plan, query),
        versions,
      )
      return loadList(context, query, total)
    },
  )
}

async function loadList(
  { db, plan, asker, content }: ActionContext,
  query: ListQuery,
  total: Promise<number | Serialized>,
): Promise<Paged<Record<string, unknown>>> {
  const [rows, count] = await Promise.all([loadPage(db, plan, query), total])
  const totalCount = typeof count === 'number' ? count : Number(count.json)
  const items = toListItems(plan, await withReasons(db, rows), asker).map((item) => onlyFields(content, item))
  return toPaged(items, totalCount, query)
}
