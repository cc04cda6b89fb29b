// Owns the action that reports an item to the operators, on the portal's form for it.
import { isForOthers } from '../../../shared/own-reactions.ts'
import type { ActionGiven, ActionKindFile } from '../action-kind.ts'
import { itemOf } from '../reaction-action.ts'
import { compileLink } from '../scope.ts'
import { isSiteLost, sitePage } from '../site.ts'
import { publicStates } from '../transition-action.ts'

/** Undefined where the portal names none (reported). */
function formFor({ place, path }: ActionGiven): string | undefined {
  const { context } = place.world
  const page = sitePage(context, 'report')
  if (page === undefined && !isSiteLost(context))
    context.report(place.document, path, {
      slug: 'report_page',
      message: '举报需要一个表单页面，请在 pages-config/site.json 的 pages.report 中写明',
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
    const states = publicStates(item.type.lifecycle)
    return { icon: 'flag', ...shared, do: 'report', label, link, states, notOwn: isForOthers('report') }
  },
}
