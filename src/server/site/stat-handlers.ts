// Handles the call that counts the portal's content.
import { type Kysely, sql } from 'kysely'
import { quote } from '#server/content/fields/field-expression.ts'
import { arePublic } from '#server/content/fields/public-states.ts'
import { isDisclosed } from '#server/content/fields/relations.ts'
import type { Handlers } from '#server/platform/call.ts'
import { readInteger } from '#server/platform/calls/read-parameter.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { dayAt, instantAt } from '#shared/formats/portal-time.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'

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
}

/** By type. What everybody finds is kept already; the numbers of a time, and of what only some find, are counted. */
async function loadTotals(db: Kysely<Schema>, model: Model, from: string): Promise<Map<string, number>> {
  const isKept = ({ disclosure }: ContentType): boolean => disclosure === undefined && from === ''
  const kept = arePublic(model.contentTypes.filter(isKept))
  const others = arePublic(model.contentTypes.filter((type) => !isKept(type)))
  const since = from === '' ? sql`` : sql` and published_at >= ${from}::timestamptz`
  const { rows } = await sql<{ type: string; count: number }>`
    select type, sum(n)::int as count from item_count where field = '' and ${sql.raw(kept)} group by 1
    union all
    select type, count(*)::int from item where ${sql.raw(`${others} and ${isCounted(model)}`)}${since} group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ type, count }) => [type, count]))
}

/** SQL that excludes items from the counts that are disclosed only to some readers. */
function isCounted(model: Model): string {
  const chosen = model.contentTypes.filter(({ disclosure }) => disclosure !== undefined)
  return (
    chosen
      .map((type) => `(type <> ${quote(type.name)} or ${isDisclosed(model, type, 'item')})`)
      .join(' and ') || 'true'
  )
}
