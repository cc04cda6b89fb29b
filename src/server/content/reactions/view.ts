// Counts one view.

import { requireItem } from '#server/content/access/access.ts'
import type { ContentActionHandler } from '#server/content/action.ts'
import { viewsOf } from '#server/content/content-lifecycle.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { isVisit } from '#server/platform/statistics/is-visit.ts'
import { keepView } from './view-records.ts'

export const view: ContentActionHandler = async (context) => {
  const { caller, call, services, plan } = context
  const { id, viewCount } = await requireItem(context)
  const views = viewsOf(services)
  const reader = caller?.id ?? networkOf(call.request.address)
  const kind = isVisit(call) ? 'views' : 'quiet'
  const now = services.clock().getTime()
  const isNew = views.count({ reader, itemId: id, type: plan.type.name, now, kind })
  if (isNew && caller) await keepView(services, caller.id, id)
  return { viewCount: viewCount + views.pendingOf(id) }
}
