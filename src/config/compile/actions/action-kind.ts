// Declares the interface of an action kind: its input and how it is compiled.

import type { PagePlace } from '#config/compile/links/compile-context.ts'
import type { WrittenAction } from '#config/generated/written.ts'
import type { Action } from '#shared/model/page-model.ts'

export interface ActionInput<Written extends WrittenAction = WrittenAction> {
  /** The place of the action. */
  readonly at: PagePlace
  readonly written: Written
  /** The properties that actions of all kinds have. */
  readonly shared: Pick<Action, 'when' | 'icon' | 'primary'>
}

/** A method, so that each takes its own kind of action. */
export interface ActionKindFile<Written extends WrittenAction = WrittenAction> {
  /** Returns null when a reference of the action could not be resolved (reported). */
  compile(given: ActionInput<Written>): Action | null
}
