// Compiles the action that reports an item to the operators, with the portal's report form.

import type { ActionInput, ActionKindFile } from '#config/compile/actions/action-kind.ts'
import { itemOf } from '#config/compile/actions/reaction-action.ts'
import { compileLink } from '#config/compile/links/compile-link.ts'
import { isSiteInvalid, sitePage } from '#config/compile/site/compile-site.ts'
import { isForOthers } from '#shared/access/reaction-rules.ts'
import { openStates } from '#shared/lifecycles/lifecycle.ts'

/** Undefined where the portal names none (reported). */
function formFor({ at }: ActionInput): string | undefined {
  const page = sitePage(at.context, 'report')
  if (page === undefined && !isSiteInvalid(at.context)) at.report('report_page')
  return page
}

export const ACTION: ActionKindFile = {
  compile(given) {
    const { at, written, shared } = given
    const item = itemOf(at)
    const page = item ? formFor(given) : undefined
    const link = item && page ? compileLink(at, { page, params: item.params }) : null
    if (!item || !link) return null
    const { label = '举报' } = written
    const states = openStates(item.type.lifecycle)
    return { icon: 'flag', ...shared, do: 'report', label, link, states, notOwn: isForOthers('report') }
  },
}
