// Handles the calls of statistics: the portal's content, its use, and the visit of a page.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { disclosedKey, disclosedPlanOf } from '#server/content/fields/disclosed-sql.ts'
import { arePublic } from '#server/content/fields/public-states.ts'
import { isDisclosed } from '#server/content/fields/relations.ts'
import type { TriggerPlan } from '#server/content/fields/trigger-plan.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { readInteger, readText } from '#server/platform/calls/read-parameter.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { dayCounterOf } from '#server/platform/statistics/day-counter.ts'
import { isVisit, readerOf } from '#server/platform/statistics/is-visit.ts'
import { dayAt, instantAt } from '#shared/formats/portal-time.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { countHandling, countReads, countSearches, countVisits } from './usage-statistics.ts'
import { countPublished, countRegistrations, countStates } from './work-statistics.ts'

/** A portal may declare the parameter without bounds. */
const MAX_DAYS = 3660

export const statHandlers: Handlers = {
  'stat.overview': async ({ services, params }) => {
    const model = services.model()
    const { contentTypes, hash } = model
    const topics = contentTypes.map(({ name }) => name)
    const days = readInteger(params, 'days', { min: 1, max: MAX_DAYS }) ?? 0
    // Answers of one day are those of another no more.
    const from = days > 0 ? instantAt(dayAt(services.clock(), days - 1)).toISOString() : ''
    return services.cache.read(topics, `stat.overview:${hash}:${from}`, async () => {
      const counts = await loadTotals(services.db, model, from)
      return contentTypes
        .map(({ name, title }) => ({ type: name, title, count: counts.get(name) ?? 0 }))
        .filter(({ count }) => count > 0)
    })
  },
  'stat.visit': async (call) => visit(call),
  'stat.visits': countVisits,
  'stat.reads': countReads,
  'stat.searches': countSearches,
  'stat.handling': countHandling,
  'stat.published': countPublished,
  'stat.registrations': countRegistrations,
  'stat.states': countStates,
}

/** Counts a page once in half an hour for each reader; pages of the console are no visits. */
function visit(call: Call): { readonly counted: boolean } {
  const { services } = call
  const id = readText(call.params, 'page')
  const page = services.model().pages.find((one) => one.id === id)
  if (!page || page.surface === 'console' || !isVisit(call)) return { counted: false }
  const [now, reader] = [services.clock(), readerOf(call)]
  const counter = dayCounterOf(services)
  counter.count({ what: 'visit', key: page.id, once: reader }, now)
  counter.countReader(reader, now)
  return { counted: true }
}

/** By type. What everybody finds is kept already; the numbers of a time are counted. */
async function loadTotals(db: Kysely<Schema>, model: Model, from: string): Promise<Map<string, number>> {
  const [chosen, open] = [true, false].map((isChosen) =>
    model.contentTypes.filter(({ disclosure }) => (disclosure !== undefined) === isChosen),
  ) as [ContentType[], ContentType[]]
  const since = from === '' ? sql`` : sql` and published_at >= ${from}::timestamptz`
  const whole =
    from === ''
      ? sql`select type, sum(n)::int as count from item_count where field = '' and ${sql.raw(arePublic(open))} group by 1`
      : sql`select type, count(*)::int as count from item where ${sql.raw(arePublic(open))}${since} group by 1`
  const parts = chosen.map((type) => {
    const counted = sql`select count(*) from item where ${sql.raw(arePublic([type]))}
      and ${sql.raw(isDisclosed(model, type, 'item'))}${since}`
    const plan = from === '' ? disclosedPlanOf(model, type) : undefined
    const count = plan ? keptDisclosed(type, plan, counted) : counted
    return sql`select ${sql.lit(type.name)}, (${count})::int`
  })
  const { rows } = await sql<{ type: string; count: number }>`
    ${sql.join([whole, ...parts], sql` union all `)}`.execute(db)
  return new Map(rows.map(({ type, count }) => [type, count]))
}

/** Processes of another configuration may have ended the counting. */
function keptDisclosed(
  { name }: ContentType,
  plan: TriggerPlan,
  counted: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const ofField = (field: string) =>
    sql`from item_count where type = ${sql.lit(name)} and field = ${sql.lit(field)}`
  return sql`select case when exists (select ${ofField(plan.name)})
    then (select coalesce(sum(n), 0) ${ofField(disclosedKey(plan))}) else (${counted}) end`
}
