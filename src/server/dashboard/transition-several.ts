// Executes one transition for several items of any types, and finds the transitions that can be executed so.
import { type RawBuilder, sql } from 'kysely'
import {
  type BulkItem,
  type BulkItemResult,
  type BulkTransitionAnswer,
  takeOne,
  toBulkAnswer,
  toRefused,
  transitionOperation,
} from '#server/content/actions/bulk-transition.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { namingViolations } from '#server/content/write/uniqueness.ts'
import type { Call } from '#server/platform/call.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { canCallOperation } from '#server/platform/operations/access.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import type { Caller } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { permittedTransitions } from '#shared/lifecycles/transition-policies.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import type { Model } from '#shared/model/model.ts'

interface Row {
  readonly type: string
  readonly ownerId: string | null
  readonly status?: string
  readonly body?: JsonObject | undefined
  readonly parentStatus?: string | null | undefined
  readonly revision?: number
  readonly approvedRevision?: number | null
  readonly leftStatus?: string | null
}

/** The actions that are permitted now and ask for nothing: no form, no required words, no echo of fields. */
export function findPlainActions(model: Model, row: Row, caller: Caller): readonly string[] {
  const type = model.contentTypes.find(({ name }) => name === row.type)
  if (!type || !caller) return []
  const { approvedRevision = null, body = {}, leftStatus = null, parentStatus = null } = row
  const { ownerId, revision = 0, status = '' } = row
  const item = {
    ...{ type: type.name, ownerId, status, revision, body },
    ...{ approvedRevision, leftStatus, parentStatus },
  }
  const isCalled = (action: string) => {
    const operation = model.operations.find(({ id }) => id === type.operations[action])
    return operation !== undefined && canCallOperation(caller, operation)
  }
  return permittedTransitions(type.lifecycle, item, caller)
    .filter(({ form, marks, reason }) => {
      const words = resolveReason(reason)
      return form === undefined && marks === undefined && (words === undefined || words.optional === true)
    })
    .map(({ action }) => action)
    .filter(isCalled)
}

interface BulkRequest {
  readonly action: string
  readonly items: readonly BulkItem[]
}

interface Found {
  readonly type: string
  readonly title: string
}

/** `which` is a condition on rows of `item`: no others are found. Each is executed alone, with its own result. */
export async function transitionSeveral(
  call: Call,
  which: RawBuilder<unknown>,
): Promise<BulkTransitionAnswer> {
  const { action, items } = call.body as unknown as BulkRequest // validated
  const results: BulkItemResult[] = []
  for (const item of items) results.push(await transitionFound(call, which, action, item))
  return toBulkAnswer(results)
}

async function transitionFound(
  call: Call,
  which: RawBuilder<unknown>,
  action: string,
  item: BulkItem,
): Promise<BulkItemResult> {
  const { services } = call
  const caller = requireSignedIn(call.caller)
  const model = services.model()
  const { rows } = await sql<Found>`select type, title from item
    where id = ${item.id} and ${which}`.execute(services.db)
  const [found] = rows
  const plan = found && findPlan(model, found.type)
  if (!plan) return { title: '', ...toRefused(item.id, new Failure('NOT_FOUND')) }
  const { title } = found
  try {
    const operation = transitionOperation({ plan, services, caller }, action)
    const context = { call, services, db: services.db, plan, params: {}, caller }
    return { title, ...(await namingViolations(model, () => takeOne(context, operation, item, undefined))) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { title, ...toRefused(item.id, error) }
  }
}
