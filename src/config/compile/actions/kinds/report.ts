// Compiles the action that reports an item to the operators, with the portal's report form.

import type { ActionInput, ActionKindFile } from '#config/compile/actions/action-kind.ts'
import { itemOf } from '#config/compile/actions/reaction-action.ts'
import { publicStatesOfType } from '#config/compile/actions/transition-action.ts'
import { compileLink } from '#config/compile/links/compile-link.ts'
import { isSiteInvalid, sitePage } from '#config/compile/site/compile-site.ts'
import { isForOthers } from '#shared/access/reaction-rules.ts'

/** Undefined where the portal names none (reported). */
function formFor({ place, path }: ActionInput): string | undefined {
  const { context } = place.compilation
  const page = sitePage(context, 'report')
  if (page === undefined && !isSiteInvalid(context))
    context.report(place.document, path, {
      slug: 'report_page',
      message: '没有举报表单页面：请在 pages-config/site.json 的 pages.report 中写明',
    })
  return page
}

export const ACTION: ActionKindFile = {
  compile(given) {
    const { place, path, written, shared } = given
    const item = itemOf(place, path)
    const page = item ? formFor(given) : undefined
    const link = item && page ? compileLink(place, path, { page, params: item.params }) : null
    if (!item || !link) return null
    const { label = '举报' } = written
    const states = publicStatesOfType(item.type.lifecycle)
    return { icon: 'flag', ...shared, do: 'report', label, link, states, notOwn: isForOthers('report') }
  },
}
