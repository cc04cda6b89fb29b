// Runs writes: one transaction with its audit entry and version, then the invalidation of the cache.
import type { Kysely } from 'kysely'
import type { ActionContext } from '#server/content/action.ts'
import { bumpVersion } from '#server/platform/cache/content-versions.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'
import { once, toIdempotencyKey } from '#server/platform/operations/idempotency.ts'
import { updateFollowers } from './update-followers.ts'

export interface WriteResult<T> {
  readonly answer: T
  /** Id of the written item, for the audit log. */
  readonly target: string
  readonly detail?: JsonObject
  /** True if nothing was written: there is nothing to log, and all cached answers stay valid. */
  readonly unchanged?: boolean
  /** Taking part, such as a like: its own row says who and when, and the log is for what has to be accounted for. */
  readonly unlogged?: boolean
  /** Other types of which items were written as well. */
  readonly also?: string | readonly string[] | undefined
}

/** As much of a call as a write needs, so that calls over all types write alike. */
export type WriteContext = Pick<ActionContext, 'call' | 'services' | 'db' | 'plan' | 'caller'> & {
  readonly operation: Pick<ActionContext['operation'], 'id'>
}

type Work<T> = (transaction: Kysely<Schema>) => Promise<WriteResult<T>>

/** Runs `work`. A caller that learns of its success can read no older answer afterwards. */
export async function write<T>(context: WriteContext, work: Work<T>): Promise<T> {
  const { db, plan, services } = context
  const { answer, unchanged, also } = await db
    .transaction()
    .execute((transaction) => doAll(context, transaction, work))
  if (!unchanged) services.cache.changed(plan.type.name)
  for (const type of namesOf(also)) services.cache.changed(type)
  return answer
}

/** The same for calls that create: an idempotency key makes a repetition harmless. */
export async function writeOnce<T>(context: ActionContext, work: Work<T>): Promise<T> {
  const claim = toIdempotencyKey(context)
  if (!claim) return write(context, work)
  const { answer, isFirst } = await context.db
    .transaction()
    .execute((transaction) =>
      once(transaction, claim, async () => (await doAll(context, transaction, work)).answer),
    )
  if (isFirst) context.services.cache.changed(context.plan.type.name)
  return answer
}

async function doAll<T>(
  context: WriteContext,
  transaction: Kysely<Schema>,
  work: Work<T>,
): Promise<WriteResult<T>> {
  const done = await work(transaction)
  if (done.unchanged) return done
  const model = context.services.model()
  const followers = await updateFollowers(transaction, model, context.plan.type.name, done.target)
  const written = { ...done, also: [...namesOf(done.also), ...followers] }
  if (!written.unlogged)
    await context.services.audit(toAuditEntry(context, written.target, written.detail), transaction)
  await bumpVersion(transaction, context.plan.type.name)
  for (const type of namesOf(written.also)) await bumpVersion(transaction, type)
  return written
}

/** Each once, in one order. */
const namesOf = (also: WriteResult<unknown>['also']): string[] => [...new Set([also ?? []].flat())].sort()

export function toAuditEntry({ call, operation, caller }: WriteContext, target: string, detail?: JsonObject) {
  return {
    actor: caller?.id ?? null,
    action: operation.id,
    target,
    result: 'ok',
    address: call.request.address,
    requestId: call.request.id,
    ...(detail ? { detail } : {}),
  } as const
}
