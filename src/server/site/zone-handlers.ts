// Handles the call that lists the key zones.

import type { Handlers } from '#server/platform/call.ts'
import { readPaging } from '#server/platform/calls/read-parameter.ts'
import { toPaged } from '#shared/calls/envelope.ts'

export const zoneHandlers: Handlers = {
  'zone.list': async ({ services, params }) => {
    const { zones } = services.model()
    const paging = readPaging(params)
    const start = (paging.page - 1) * paging.limit
    return toPaged(zones.slice(start, start + paging.limit), zones.length, paging)
  },
}
