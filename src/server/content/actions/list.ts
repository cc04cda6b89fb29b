// Answers a list of items: filters, search, order and paging, from the cache where all readers get the same.

import { auditListReading, findUnmaskedListFields } from '#server/content/access/audit-item-reading.ts'
import type { ActionContext, ContentActionHandler } from '#server/content/action.ts'
import { readNear } from '#server/content/fields/distance-order.ts'
import { COMPARED_SORT, SEARCHED_SORT } from '#server/content/fields/sort.ts'
import { type ItemRow, onlyFields, toListItems } from '#server/content/items/item-row.ts'
import { withChanges } from '#server/content/items/pending-change.ts'
import { withReasons } from '#server/content/items/status-reason.ts'
import { readerClass } from '#server/content/items/type-plan.ts'
import { loadProjectedColumns, type Slots } from '#server/content/parameters/load-projected-columns.ts'
import { findUnderstood, withReferred } from '#server/content/query/find-corrected.ts'
import { type ListQuery, parseListQuery, wholeMinute } from '#server/content/query/list-query.ts'
import { withReadableTitles } from '#server/content/query/readable-titles.ts'
import { countAll, loadListed, loadMatches } from '#server/content/query/run-list.ts'
import { loadCompared } from '#server/content/reactions/interest.ts'
import { loadSearched } from '#server/content/reactions/searched-items.ts'
import { type Paged, toPaged } from '#shared/calls/envelope.ts'
import { isPublic } from '#shared/lifecycles/lifecycle.ts'

type Answer = Paged<Record<string, unknown>> & { readonly meant?: string }

interface Listed {
  readonly query: ListQuery
  /** The columns of the projection, where parameters are asked for; a query on fields alone needs none. */
  readonly slots: Slots | undefined
  readonly count: () => Promise<number>
}

export const list: ContentActionHandler = async (context) => {
  const { plan, content, params, caller, services, db } = context
  const query = await completeQuery(
    context,
    parseListQuery(plan, content, params, caller, context.operation.access),
  )
  const slots = query.parameters && (await loadProjectedColumns(db, services.model(), plan.type.name))
  const listed = { query, slots, count: () => countAll(db, plan, query, slots) }
  const readers = query.owner === undefined ? readerClass(plan, caller) : undefined
  // Readings that are audited are not answered from the cache.
  if (readers === undefined || (caller && findUnmaskedListFields(plan).length > 0))
    return loadList(context, listed)
  const { page, limit, sort, searched, near, ...counted } = query
  // What was counted of common words changes by and by.
  const minute = query.search === undefined ? undefined : wholeMinute(Date.now())
  const key = JSON.stringify([plan.type.name, services.model().hash, counted, minute])
  return services.cache.read(
    plan.topics,
    `list:${readers}:${key}:${JSON.stringify([page, limit, sort, searched, near, content.fields])}`,
    (versions) => {
      const count = async () =>
        Number((await services.cache.read(plan.topics, `count:${key}`, listed.count, versions)).json)
      return loadList(context, { ...listed, count })
    },
  )
}

/**
 * Adds to the query what only the database knows. An order by what people do is asked for each time, so that no answer
 * is kept longer than its order holds.
 */
async function completeQuery(context: ActionContext, query: ListQuery): Promise<ListQuery> {
  const { db, plan, params, services } = context
  const near =
    plan.type.map?.within === undefined ? undefined : await readNear(db, services.model(), plan.type, params)
  const ordered = await completeOrder(context, query)
  return near ? { ...ordered, near } : ordered
}

async function completeOrder(context: ActionContext, query: ListQuery): Promise<ListQuery> {
  const { db, plan, services } = context
  if (query.search !== undefined) return withReferred(context, query)
  switch (query.sort?.field) {
    case SEARCHED_SORT:
      return { ...query, searched: (await loadSearched(db, [plan.type])).map(({ id }) => id) }
    case COMPARED_SORT:
      return { ...query, searched: await loadCompared(db, plan.type.name, services.clock()) }
    default:
      return query
  }
}

async function loadList(context: ActionContext, listed: Listed): Promise<Answer> {
  const { db, plan, caller, content } = context
  const { query } = listed
  const { rows, total, meant } = await loadRows(context, listed)
  if (findUnmaskedListFields(plan).length > 0) await auditListReading(context, rows)
  const items = toListItems(plan, await withTexts(context, query, rows), caller).map((item) =>
    onlyFields(content, item),
  )
  const whole = query.withChanges ? await withChanges(db, plan.type.lifecycle, items) : items
  return { ...toPaged(whole, total, query), ...(meant === undefined ? {} : { meant }) }
}

interface LoadedRows {
  readonly rows: readonly ItemRow[]
  readonly total: number
  /** The correction of a misspelling. */
  readonly meant?: string
}

async function loadRows(context: ActionContext, { query, slots, count }: Listed): Promise<LoadedRows> {
  const { db, plan } = context
  if (query.search === undefined) return loadListed(db, plan, query, slots, count)
  const { answer, ...meant } = await findUnderstood(
    context,
    query,
    async (requested) =>
      requested.search || requested.named
        ? loadMatches(db, plan, requested, requested.search ?? '', slots)
        : { rows: [], total: 0 },
    ({ total }) => total === 0,
  )
  return { ...answer, ...meant }
}

/** The rows with the titles and the reasons that are not for everybody. */
async function withTexts(
  { db, plan, caller, services }: ActionContext,
  query: ListQuery,
  rows: readonly ItemRow[],
): Promise<readonly ItemRow[]> {
  // An answer that a role shares in the cache holds nothing that only one of its accounts may read.
  const isShared = query.owner === undefined && readerClass(plan, caller) !== undefined
  const reader = caller && isShared ? { ...caller, id: '', region: null } : caller
  const titled = reader ? await withReadableTitles({ db, model: services.model(), plan }, rows, reader) : rows
  const { lifecycle } = plan.type
  return query.statuses.every((status) => isPublic(lifecycle, status))
    ? titled
    : withReasons(db, lifecycle, titled)
}
