// Answers a list of items: filters, search, order and paging, from the cache where all readers get the same.

import { auditListReading, findUnmaskedListFields } from '#server/content/access/audit-item-reading.ts'
import type { ActionContext, ContentActionHandler } from '#server/content/action.ts'
import { readNear } from '#server/content/fields/distance-order.ts'
import { COMPARED_SORT, SEARCHED_SORT } from '#server/content/fields/sort.ts'
import { toListItems } from '#server/content/items/item-row.ts'
import { withChanges } from '#server/content/items/pending-change.ts'
import { withReasons } from '#server/content/items/status-reason.ts'
import { loadProjectedColumns, type Slots } from '#server/content/parameters/load-projected-columns.ts'
import { findUnderstood, withReferred } from '#server/content/query/find-corrected.ts'
import { type ListQuery, parseListQuery } from '#server/content/query/list-query.ts'
import { onlyFields } from '#server/content/query/narrow-fields.ts'
import { withReadableTitles } from '#server/content/query/readable-titles.ts'
import { readerClass } from '#server/content/query/reader-class.ts'
import { countAll, type ListedRow, loadListed, loadMatches } from '#server/content/query/run-list.ts'
import { loadCompared } from '#server/content/reactions/interest.ts'
import { loadSearched } from '#server/content/reactions/searched-items.ts'
import { toPaged } from '#server/platform/calls/paged.ts'
import type { Paged } from '#shared/calls/envelope.ts'

export const list: ContentActionHandler = async (context) => {
  const { plan, content, params, caller, services } = context
  const near = await readNear(context.db, services.model(), plan.type, params)
  const requested = await withSearched(context, parseListQuery(plan, content, params, caller))
  const query: ListQuery = near ? { ...requested, near } : requested
  const readers = query.owner === undefined ? readerClass(plan, caller) : undefined
  const slots = await slotsFor(context, query)
  const count = () => countAll(context.db, plan, query, slots)
  // Readings that are audited are not answered from the cache.
  if (readers === undefined || (caller && findUnmaskedListFields(plan).length > 0))
    return loadList(context, query, slots, count)
  const { page, limit, sort, searched, near: place, ...counted } = query
  const key = JSON.stringify([plan.type.name, services.model().hash, counted])
  return services.cache.read(
    plan.topics,
    `list:${readers}:${key}:${JSON.stringify([page, limit, sort, searched, place, content.fields])}`,
    (versions) =>
      loadList(context, query, slots, async () => {
        const { json } = await services.cache.read(plan.topics, `count:${key}`, count, versions)
        return Number(json)
      }),
  )
}

/** Loads the projected columns. A query on fields alone needs no projection. */
export function slotsFor(
  { db, services, plan }: Pick<ActionContext, 'db' | 'services' | 'plan'>,
  { parameters }: ListQuery,
): Promise<Slots> | undefined {
  return parameters && loadProjectedColumns(db, services.model(), plan.type.name)
}

/** Asked anew each time, so that no answer is kept longer than its order holds. */
async function withSearched(context: ActionContext, query: ListQuery): Promise<ListQuery> {
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

async function loadList(
  context: ActionContext,
  query: ListQuery,
  slots: Slots | undefined,
  count: () => Promise<number>,
): Promise<Paged<Record<string, unknown>> & { readonly meant?: string }> {
  const { db, plan, caller, content, services } = context
  const { answer, meant } = await findUnderstood(
    context,
    query,
    (requested) => load(db, plan, requested, slots, count),
    ({ total }) => total === 0,
  )
  const { rows, total } = answer
  await auditListReading(context, rows)
  // An answer that a role shares in the cache holds nothing that only one of its accounts may read.
  const reader = caller && query.owner === undefined ? readerOf(plan, caller) : caller
  const titled = await withReadableTitles({ db, model: services.model(), plan }, rows, reader)
  const items = toListItems(plan, await withReasons(db, plan.type.lifecycle, titled), caller).map((item) =>
    onlyFields(content, item),
  )
  const whole = query.withChanges ? await withChanges(db, plan.type.lifecycle, items) : items
  return { ...toPaged(whole, total, query), ...(meant === undefined ? {} : { meant }) }
}

function readerOf(plan: ActionContext['plan'], caller: NonNullable<ActionContext['caller']>) {
  return readerClass(plan, caller) === undefined ? caller : { ...caller, id: '', region: null }
}

async function load(
  db: ActionContext['db'],
  plan: ActionContext['plan'],
  query: ListQuery,
  slots: Slots | undefined,
  count: () => Promise<number>,
): Promise<ListedRow> {
  if (query.search === null) return { rows: [], total: 0 }
  if (query.search !== undefined) return loadMatches(db, plan, query, query.search, slots)
  return loadListed(db, plan, query, slots, count)
}
