// Handles the call that counts the portal's content.
import { sql } from 'kysely'
import { quote } from '#server/content/fields/field-expression.ts'
import { arePublic } from '#server/content/fields/public-states.ts'
import { isDisclosed } from '#server/content/fields/relations.ts'
import type { Handlers } from '#server/platform/call.ts'
import { readInteger } from '#server/platform/calls/read-parameter.ts'
import { dayAt, instantAt } from '#shared/formats/portal-time.ts'
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
      const rows = await services.db
        .selectFrom('item')
        .select(['type', ({ fn }) => fn.countAll<number>().as('count')])
        .where(sql<boolean>`${sql.raw(`${arePublic(contentTypes)} and ${isCounted(model)}`)}`)
        .$if(from !== '', (query) => query.where('publishedAt', '>=', new Date(from)))
        .groupBy('type')
        .execute()
      const counts = new Map(rows.map(({ type, count }) => [type, Number(count)]))
      return contentTypes
        .map(({ name, title }) => ({ type: name, title, count: counts.get(name) ?? 0 }))
        .filter(({ count }) => count > 0)
    })
  },
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
