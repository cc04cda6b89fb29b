// Takes one transition for many of a person's own items of any type, with a result for each item.
import { sql } from 'kysely'
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
import { namingDuplicates } from '#server/content/write/uniqueness.ts'
import type { Call } from '#server/platform/call.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { Failure } from '#shared/calls/errors.ts'
import { ownItems } from './own-items.ts'

interface BulkRequest {
  readonly action: string
  readonly items: readonly BulkItem[]
}

interface Own {
  readonly id: string
  readonly type: string
  readonly title: string
}

export async function transitionOwnItems(call: Call): Promise<BulkTransitionAnswer> {
  const { action, items } = call.body as unknown as BulkRequest // validated
  const results: BulkItemResult[] = []
  for (const item of items) results.push(await takeOwn(call, action, item))
  return toBulkAnswer(results)
}

async function takeOwn(call: Call, action: string, item: BulkItem): Promise<BulkItemResult> {
  const { services } = call
  const caller = requireSignedIn(call.caller)
  const model = services.model()
  const { rows } = await sql<Own>`select id, type, title from item
    where id = ${item.id} and ${ownItems(model, caller)}`.execute(services.db)
  const [own] = rows
  const plan = own && findPlan(model, own.type)
  if (!plan) return { title: '', ...toRefused(item.id, new Failure('NOT_FOUND')) }
  const { title } = own
  try {
    const operation = transitionOperation({ plan, services, caller }, action)
    const context = { call, services, db: services.db, plan, params: {}, caller }
    return { title, ...(await namingDuplicates(model, () => takeOne(context, operation, item, undefined))) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { title, ...toRefused(item.id, error) }
  }
}
