// Owns the buttons that work alike on items of every content type: collect, support and report.
import type { ContentType, Operation } from '../../shared/content-model.ts'
import { isForOthers } from '../../shared/own-reactions.ts'
import type { Action, Source } from '../../shared/page-model.ts'
import type { Path } from '../document.ts'
import { compileLink, type Place } from './scope.ts'
import { toAccess } from './to-access.ts'
import { publicStates } from './transition-action.ts'

/** The form on which something is reported; its parameters name what. */
const REPORT_PAGE = 'interaction/report'

const CALLS = {
  collect: { label: '收藏', on: 'engagement.collect', off: 'engagement.uncollect' },
  support: { label: '支持', on: 'engagement.support', off: undefined },
} as const

export type EngagementAction = keyof typeof CALLS | 'report'

export const isEngagement = (what: string): what is EngagementAction =>
  what === 'report' || Object.hasOwn(CALLS, what)

export function compileEngagement(
  place: Place,
  path: Path,
  type: ContentType | undefined,
  what: EngagementAction,
  written: Partial<Action>,
): Action[] {
  const { context, operations } = place.world
  if (!type) {
    context.report(place.document, path, {
      slug: 'action_endpoint',
      message: '这个页面不显示内容类型的条目，不能收藏、支持或举报',
    })
    return []
  }
  const states = publicStates(type.lifecycle)
  const item = { dataType: type.name, dataId: '{item.id}' }
  if (what === 'report') {
    const link = compileLink(place, path, { page: REPORT_PAGE, params: item })
    const label = written.label ?? '举报'
    return link
      ? [{ icon: 'flag', ...written, do: 'open', label, link, states, notOwn: isForOthers('report') }]
      : []
  }
  const toSource = (id: string): Source | undefined => {
    if (!context.refers(place.document, path, 'operation', '操作', id, operations)) return undefined
    const { method, path: address } = operations.get(id) as Operation
    return { operation: id, method, path: address, params: {}, body: item }
  }
  const { label, on, off } = CALLS[what]
  const source = toSource(on)
  const undo = off ? toSource(off) : undefined
  if (!source) return []
  const sense = { states, ...(isForOthers(what) ? { notOwn: true } : {}) }
  return [
    {
      ...written,
      do: what,
      label: written.label ?? label,
      source,
      ...toAccess(operations.get(on)),
      ...sense,
      ...(undo ? { undo } : {}),
    },
  ]
}
