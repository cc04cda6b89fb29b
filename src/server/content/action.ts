// Declares the context that every action of the content engine receives.
import type { Kysely } from 'kysely'
import type { Call, Services, WriteScope } from '#server/platform/call.ts'
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
  /** The write whose transaction this one joins, where a hook makes the call. */
  readonly within?: WriteScope | undefined
  /** How many hooks the call is made inside of; absent for none. */
  readonly depth?: number | undefined
  /** Why it writes, where the caller has said so. */
  readonly why?: string | undefined
  /** A transition takes back the one before it, where that was the caller's own. */
  readonly undoes?: boolean | undefined
}

export type { WriteScope }

/** The part of a write that its hooks need. */
export interface HookContext extends Pick<ActionContext, 'db' | 'plan' | 'services' | 'caller' | 'depth'> {
  /** Absent where the system writes. */
  readonly call?: Pick<Call, 'account' | 'request'>
}

/** The part of a write that a transition needs; `caller` is null where the system executes it. */
export interface TransitionContext extends WriteScope, HookContext {
  /** The account that executes it on behalf of the caller. */
  readonly hand?: string
}

/** Its result becomes `data` of the answer; it throws `Failure` to refuse. */
export type ContentActionHandler = (context: ActionContext) => Promise<unknown>
