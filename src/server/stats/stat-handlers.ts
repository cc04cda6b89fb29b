// Owns the call that counts what the portal holds.
import type { Handlers } from '../call.ts'

export const statHandlers: Handlers = {
  'stat.overview': async ({ services }) => {
    const types = services.model().contentTypes
    return services.cache.read(
      types.map((type) => type.name),
      'stat.overview',
      async () => {
        const rows = await services.db
          .selectFrom('item')
          .select(['type', (count) => count.fn.countAll<number>().as('count')])
          .where('status', '=', 'online')
          .groupBy('type')
          .execute()
        const counts = new Map(rows.map((row) => [row.type, Number(row.count)]))
        return types
          .filter((type) => counts.has(type.name))
          .map((type) => ({ type: type.name, title: type.title, count: counts.get(type.name) ?? 0 }))
      },
    )
  },
}
