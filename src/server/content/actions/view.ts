// Owns the counting of one view.
import { networkOf } from '../../http/network-of.ts'
import { keepView } from '../../user-page/view-records.ts'
import { requireItem } from '../access.ts'
import type { Action } from '../action.ts'
import { viewsOf } from '../running.ts'

export const view: Action = async (context) => {
  const { asker, call, services, plan } = context
  const { id, viewCount } = await requireItem(context)
  const views = viewsOf(services)
  const reader = asker?.id ?? networkOf(call.request.address)
  const isNew = views.count({ reader, itemId: id, type: plan.type.name, now: services.clock().getTime() })
  if (isNew && asker) await keepView(services, asker.id, id)
  return { viewCount: viewCount + views.pendingOf(id) }
}
