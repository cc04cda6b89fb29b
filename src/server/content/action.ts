// Declares the context that every action of the content engine receives.
import type { Kysely } from 'kysely'
import type { Call, Services } from '#server/platform/call.ts'
import type { Parameters } from '#server/platform/calls/read-parameter.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Caller } from '#shared/access/roles.ts'
import type { ContentCall, Operation } from '#shared/model/operation-model.ts'
import type { TypePlan } from './items/type-plan.ts'

export interface ActionContext {
  readonly call: Call
  readonly services: Services
  readonly db: Kysely<Schema>
  readonly operation: Operation
  readonly content: ContentCall
  readonly plan: TypePlan
  readonly params: Parameters
  readonly caller: Caller
}

/** The transaction and the touched topics that the stages of one write share. */
export interface WriteScope {
  /** The transaction of the write. */
  readonly db: Kysely<Schema>
  /** Names of the content types of which items were written; cached answers about them expire with the commit. */
  readonly touched: Set<string>
}

/** The part of a write that a transition needs; `caller` is null where the system executes it. */
export interface TransitionContext extends WriteScope, Pick<ActionContext, 'plan' | 'services' | 'caller'> {
  /** The account that executes it on behalf of the caller. */
  readonly hand?: string
}

/** Its result becomes `data` of the answer; it throws `Failure` to refuse. */
export type ContentActionHandler = (context: ActionContext) => Promise<unknown>
