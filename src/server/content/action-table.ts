// Creates the handler for each operation of a content type, from the table of actions.
import type { Handler, Nesting } from '#server/platform/call.ts'
import { Failure } from '#shared/calls/errors.ts'
import { type ContentAction, isContentAction, type Operation } from '#shared/model/operation-model.ts'
import type { ContentActionHandler } from './action.ts'
import { add } from './actions/add.ts'
import { ancestors } from './actions/ancestors.ts'
import { bulk } from './actions/bulk-transition.ts'
import { categories } from './actions/categories.ts'
import { checkSubmitted } from './actions/check-submitted.ts'
import { compare } from './actions/compare.ts'
import { facets } from './actions/facets.ts'
import { info } from './actions/info.ts'
import { list } from './actions/list.ts'
import { neighbours } from './actions/neighbours.ts'
import { own } from './actions/own.ts'
import { parameters } from './actions/parameters.ts'
import { profileChart } from './actions/profile-chart.ts'
import { related } from './actions/related.ts'
import { relation } from './actions/relation.ts'
import { save } from './actions/save.ts'
import { set } from './actions/set.ts'
import { stars } from './actions/stars.ts'
import { statistic } from './actions/statistic.ts'
import { tree } from './actions/tree.ts'
import { update } from './actions/update.ts'
import { commentAdd } from './comments/comment-add.ts'
import { commentDelete } from './comments/comment-delete.ts'
import { commentLike } from './comments/comment-like.ts'
import { commentList } from './comments/comment-list.ts'
import { commentReport } from './comments/comment-report.ts'
import { draftGet, draftSave } from './drafts/draft.ts'
import { afterRead } from './engine/after-read.ts'
import { findPlan, visitorPlanOf } from './items/type-plan.ts'
import { checkLike } from './reactions/check-like.ts'
import { like } from './reactions/like.ts'
import { trend } from './reactions/trend.ts'
import { view } from './reactions/view.ts'
import { transitionAction } from './workflow/execute-transition.ts'
import { namingViolations } from './write/uniqueness.ts'

/** The compiler holds it complete: an action without code does not build. */
const ACTION_TABLE: Readonly<Record<ContentAction, ContentActionHandler>> = {
  list,
  manage: list,
  info,
  view,
  like,
  checkLike,
  related,
  tree,
  ancestors,
  neighbours,
  statistic,
  portrait: profileChart,
  trend,
  facets,
  categories,
  parameters,
  compare,
  stars,
  add,
  update,
  set,
  own,
  save,
  standing: relation,
  checkSubmitted,
  commentList,
  commentAdd,
  commentLike,
  commentDelete,
  commentReport,
  draftGet,
  draftSave,
  bulk,
}

/** A name that is no action of the engine is a transition of the item's lifecycle. `nesting`: of calls that hooks make. */
export function contentHandler(operation: Operation, nesting: Nesting = {}): Handler {
  const { content, writes } = operation
  const { within, depth } = nesting
  if (!content) throw new TypeError(`operation ${operation.id} belongs to no content type`)
  const action = isContentAction(content.action)
    ? ACTION_TABLE[content.action]
    : transitionAction(content.action)
  return async (call) => {
    const { services, params, caller } = call
    const plan = findPlan(services.model(), content.type)
    if (!plan) throw new Failure('NO_SUCH_ADDRESS')
    const context = {
      call,
      services,
      db: services.db,
      operation,
      content,
      plan: caller === null && !writes ? visitorPlanOf(plan) : plan,
      params,
      caller,
      within,
      depth,
    }
    if (writes) return namingViolations(services.model(), () => action(context))
    return services.hooks().get(content.type)?.afterRead
      ? afterRead(context, await action(context))
      : action(context)
  }
}
