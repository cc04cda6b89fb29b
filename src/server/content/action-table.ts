// Owns which code serves which action of a content type.
import { type ContentAction, isContentAction } from '../../shared/content-model.ts'
import type { Action } from './action.ts'
import { add } from './actions/add.ts'
import { ancestors } from './actions/ancestors.ts'
import { bulk } from './actions/bulk.ts'
import { categories } from './actions/categories.ts'
import { checkLike } from './actions/check-like.ts'
import { checkSubmitted } from './actions/check-submitted.ts'
import { commentAdd } from './actions/comment-add.ts'
import { commentDelete } from './actions/comment-delete.ts'
import { commentLike } from './actions/comment-like.ts'
import { commentList } from './actions/comment-list.ts'
import { commentReport } from './actions/comment-report.ts'
import { compare } from './actions/compare.ts'
import { draftGet } from './actions/draft-get.ts'
import { draftSave } from './actions/draft-save.ts'
import { facets } from './actions/facets.ts'
import { info } from './actions/info.ts'
import { like } from './actions/like.ts'
import { list } from './actions/list.ts'
import { neighbours } from './actions/neighbours.ts'
import { own } from './actions/own.ts'
import { parameters } from './actions/parameters.ts'
import { portrait } from './actions/portrait.ts'
import { related } from './actions/related.ts'
import { save } from './actions/save.ts'
import { set } from './actions/set.ts'
import { standing } from './actions/standing.ts'
import { stars } from './actions/stars.ts'
import { statistic } from './actions/statistic.ts'
import { transitionAction } from './actions/transition.ts'
import { tree } from './actions/tree.ts'
import { trend } from './actions/trend.ts'
import { update } from './actions/update.ts'
import { view } from './actions/view.ts'

/** The compiler holds it complete: an action without code does not build. */
const ACTION_TABLE: Readonly<Record<ContentAction, Action>> = {
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
  portrait,
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
  standing,
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

/** What is no action of the engine is a step of the item's lifecycle. */
export function actionOf(name: string): Action {
  return isContentAction(name) ? ACTION_TABLE[name] : transitionAction(name)
}
