// Owns idempotency keys: the same key by the same person to the same call gets the first answer.
import type { Kysely } from 'kysely'
import { Failure } from '../../shared/errors.ts'
import type { Schema } from '../database/schema.ts'
import type { ActionContext } from './action.ts'
import { visitorId } from './visitor.ts'

const MAX_KEY = 200

export interface Claim {
  readonly userId: string
  readonly operation: string
  readonly key: string
}

/** Undefined for a call without a key. */
export function toClaim({ call, operation, asker }: ActionContext): Claim | undefined {
  const key = call.request.idempotencyKey
  if (key === undefined || key === '') return undefined
  if (key.length > MAX_KEY || !/^[\x21-\x7e]+$/.test(key)) {
    throw new Failure('BAD_PARAMETER', { message: 'Idempotency-Key 只能是 200 个以内的可见字符' })
  }
  return { userId: asker?.id ?? visitorId(call.request.address, ''), operation: operation.id, key }
}

/**
 * Runs `work` unless the key was used, in the transaction that keeps its answer. A second call with the key waits
 * for the first one's commit; when the first one fails, the second does the work.
 */
export async function once<T>(
  transaction: Kysely<Schema>,
  claim: Claim,
  work: () => Promise<T>,
): Promise<{ readonly answer: T; readonly isFirst: boolean }> {
  const claimed = await transaction
    .insertInto('idempotency')
    .values({ ...claim, status: 200, answer: 'null' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  const row = transaction
    .selectFrom('idempotency')
    .select('answer')
    .where((eb) => eb.and(claim))
  // The stored answer is what `work` returned for the same operation.
  if (!claimed) return { answer: (await row.executeTakeFirstOrThrow()).answer as T, isFirst: false }
  const answer = await work()
  await transaction
    .updateTable('idempotency')
    .set({ answer: JSON.stringify(answer) })
    .where((eb) => eb.and(claim))
    .execute()
  return { answer, isFirst: true }
}
