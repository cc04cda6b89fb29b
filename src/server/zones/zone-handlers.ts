// Owns the call that lists the key zones.
import type { Handlers } from '../call.ts'

export const zoneHandlers: Handlers = {
  'zone.list': async ({ services, params }) => {
    const pageSize = Number(params.limit ?? 20)
    const { zones } = services.model()
    return {
      list: zones.slice(0, pageSize),
      totalCount: zones.length,
      pageSize,
      totalPage: Math.ceil(zones.length / pageSize),
      currPage: 1,
    }
  },
}
