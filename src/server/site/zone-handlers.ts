// Handles the call that lists the key zones.

import type { Handlers } from '#server/platform/call.ts'
import { DEFAULT_PAGE_SIZE, type Paged } from '#shared/calls/envelope.ts'
import type { ZoneEntry } from '#shared/model/menu.ts'

export const zoneHandlers: Handlers = {
  'zone.list': async ({ services, params }): Promise<Paged<ZoneEntry>> => {
    const { zones } = services.model()
    const pageSize = Number(params.limit ?? params.pageSize ?? DEFAULT_PAGE_SIZE)
    const currPage = Number(params.page ?? params.currentPage ?? 1)
    const start = (currPage - 1) * pageSize
    const totalPage = Math.ceil(zones.length / pageSize)
    return {
      list: zones.slice(start, start + pageSize),
      totalCount: zones.length,
      pageSize,
      totalPage,
      currPage,
    }
  },
}
