// Owns the call that counts what the portal holds.
import type { Handlers } from '../call.ts'

export const statHandlers: Handlers = {
  'stat.overview': async ({ services }) => {
    const { contentTypes, hash } = services.model()
    const topics = contentTypes.map(({ name }) => name)
    return services.cache.read(topics, `stat.overview:${hash}`, async () => {
      const rows = await services.db
        .selectFrom('item')
        .select(['type', ({ fn }) => fn.countAll<number>().as('count')])
        .where('status', '=', 'online')
        .groupBy('type')
        .execute()
      const counts = new Map(rows.map(({ type, count }) => [type, Number(count)]))
      return contentTypes
        .map(({ name, title }) => ({ type: name, title, count: counts.get(name) ?? 0 }))
        .filter(({ count }) => count > 0)
    })
  },
}
