// Owns the list of items: filters, search, order and paging, answered from the cache where all readers get the same.
import type { Paged } from '../../../shared/envelope.ts'
import { loadSearched } from '../../search/searched-items.ts'
import type { Action, ActionContext } from '../action.ts'
import { toListItems } from '../item-row.ts'
import { type ListQuery, parseListQuery } from '../list-query.ts'
import { onlyFields } from '../only-fields.ts'
import { toPaged } from '../paged.ts'
import { withChanges } from '../pending-version.ts'
import { readerClass } from '../reader-class.ts'
import { countAll, type Listed, loadMatches, loadPage } from '../run-list.ts'
import { SEARCHED_SORT } from '../sort.ts'
import { withReasons } from '../status-reason.ts'

export const list: Action = async (context) => {
  const { plan, content, params, asker, services } = context
  const query = await withSearched(context, parseListQuery(plan, content, params, asker))
  const readers = query.owner === undefined ? readerClass(plan, asker) : undefined
  const count = () => countAll(context.db, plan, query)
  if (readers === undefined) return loadList(context, query, count)
  const { page, limit, sort, searched, ...counted } = query
  const key = JSON.stringify([plan.type.name, services.model().hash, counted])
  return services.cache.read(
    plan.topics,
    `list:${readers}:${key}:${JSON.stringify([page, limit, sort, searched, content.fields])}`,
    (versions) =>
      loadList(context, query, async () => {
        const { json } = await services.cache.read(plan.topics, `count:${key}`, count, versions)
        return Number(json)
      }),
  )
}

/** Asked anew each time, so that no answer is kept longer than its order holds. */
async function withSearched({ db, plan }: ActionContext, query: ListQuery): Promise<ListQuery> {
  if (query.sort?.field !== SEARCHED_SORT || query.search !== undefined) return query
  return { ...query, searched: (await loadSearched(db, [plan.type.name])).map(({ id }) => id) }
}

async function loadList(
  { db, plan, asker, content }: ActionContext,
  query: ListQuery,
  count: () => Promise<number>,
): Promise<Paged<Record<string, unknown>>> {
  const { rows, total } = await load(db, plan, query, count)
  const items = toListItems(plan, await withReasons(db, rows), asker).map((item) => onlyFields(content, item))
  return toPaged(query.withChanges ? await withChanges(db, plan.type.lifecycle, items) : items, total, query)
}

async function load(
  db: ActionContext['db'],
  plan: ActionContext['plan'],
  query: ListQuery,
  count: () => Promise<number>,
): Promise<Listed> {
  if (query.search === null) return { rows: [], total: 0 }
  if (query.search !== undefined) return loadMatches(db, plan, query, query.search)
  const [rows, total] = await Promise.all([loadPage(db, plan, query), count()])
  return { rows, total }
}
