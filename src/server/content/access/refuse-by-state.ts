// Builds the failures for an item in the wrong state: its state, and the action that is not possible in it.

import { Failure } from '#shared/calls/errors.ts'
import { findWithdrawal } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { isEditable } from './can-edit.ts'

/** For who reads it in its state. */
export function notInState({ title, lifecycle }: ContentType, status: string, what: string): Failure {
  const state = lifecycle.states[status]?.title ?? status
  return new Failure('WRONG_STATE', { message: `该${title}目前为“${state}”状态，不能${what}` })
}

/** For its owner, who may be able to take it back first. */
export function notEditable(type: ContentType, status: string, what: string): Failure {
  const { lifecycle } = type
  const back = findWithdrawal(lifecycle, status)
  const hint = back && isEditable(lifecycle, back.to) ? `；确需修改的，请先“${back.title}”` : ''
  return notInState(type, status, `修改${what}${hint}`)
}
