// Answers repeated calls by idempotency key: same key, account, operation and content get the first answer.
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Call } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { visitorId } from '#server/platform/http/visitor-id.ts'
import { Failure } from '#shared/calls/errors.ts'
import { normaliseInput } from '#shared/formats/normalise-input.ts'

const MAX_KEY = 200
/** A digest of them would be a help to guess them; the time of sending differs with each try. */
const LEFT_OUT = new Set(['password', 'passwordAgain', 'oldPassword', 'smsCode', 'captcha', 'uuid', '_t'])

export interface IdempotencyKey {
  readonly name: { readonly userId: string; readonly operation: string; readonly key: string }
  /** Digest of the submitted content, after normalising. */
  readonly digest: string
}

interface IdempotencyContext {
  readonly call: Pick<Call, 'request' | 'params' | 'body' | 'caller'>
  readonly operation: { readonly id: string }
}

/** Undefined for a call without a key. */
export function toIdempotencyKey({ call, operation }: IdempotencyContext): IdempotencyKey | undefined {
  const { request, params, body, caller } = call
  const key = request.idempotencyKey
  if (key === undefined || key === '') return undefined
  if (key.length > MAX_KEY || !/^[\x21-\x7e]+$/.test(key)) {
    throw new Failure('BAD_PARAMETER', { message: 'Idempotency-Key 只能是 200 个以内的可见字符' })
  }
  const userId = caller?.id ?? visitorId(request.address, '')
  return { name: { userId, operation: operation.id, key }, digest: digestCall({ params, body }) }
}

/** The answer that the key got before; undefined where it is new. Throws when it came with other content. */
export async function findAnswer(db: Kysely<Schema>, { name, digest }: IdempotencyKey): Promise<unknown> {
  const row = await db
    .selectFrom('idempotency')
    .select(['answer', 'digest'])
    .where((eb) => eb.and(name))
    .executeTakeFirst()
  // Keys of former versions have no digest.
  if (row && row.digest !== null && row.digest !== digest) throw new Failure('KEY_REUSED')
  return row?.answer
}

/**
 * Runs `work` unless the key was used, in the transaction that keeps its answer. A second call with the key waits
 * for the first one's commit; when the first one fails, the second does the work. `known`: the answer, if it is known
 * before.
 */
export async function once<T>(
  transaction: Kysely<Schema>,
  claim: IdempotencyKey,
  work: () => Promise<T>,
  known?: T,
): Promise<T> {
  // The stored answer is what `work` returned for the same operation.
  if ((await claimKeys(transaction, [{ ...claim, answer: known }])) === 0)
    return (await findAnswer(transaction, claim)) as T
  const answer = await work()
  if (known !== undefined) return answer
  await transaction
    .updateTable('idempotency')
    .set({ answer: JSON.stringify(answer) })
    .where((eb) => eb.and(claim.name))
    .execute()
  return answer
}

/** Stores keys with their answers. Returns how many are new. */
export async function claimKeys(
  transaction: Kysely<Schema>,
  claims: readonly (IdempotencyKey & { readonly answer: unknown })[],
): Promise<number> {
  if (claims.length === 0) return 0
  const names = claims.map(({ name }) => name)
  const { rows } = await sql`
    insert into idempotency (user_id, operation, key, digest, answer, status)
    select user_id, operation, key, digest, answer::jsonb, 200
    from unnest(${names.map(({ userId }) => userId)}::text[], ${names.map(({ operation }) => operation)}::text[],
      ${names.map(({ key }) => key)}::text[], ${claims.map(({ digest }) => digest)}::text[],
      ${claims.map(({ answer = null }) => JSON.stringify(answer))}::text[])
      as t (user_id, operation, key, digest, answer)
    order by user_id, operation, key
    on conflict do nothing returning key`.execute(transaction)
  return rows.length
}

/** Returns the digest of submitted content, equal for equivalent content; ignores the names in `leftOut`. */
export function digestCall(value: unknown, leftOut: ReadonlySet<string> = LEFT_OUT): string {
  return createHash('sha256')
    .update(JSON.stringify(toSorted(value, leftOut)) ?? '')
    .digest('base64url')
}

/** Neither the order of the fields makes a difference, nor blanks around a text. */
function toSorted(value: unknown, leftOut: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return normaliseInput(value)
  if (Array.isArray(value)) return value.map((entry) => toSorted(entry, leftOut))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name]) => !leftOut.has(name))
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, entry]) => [name, toSorted(entry, leftOut)]),
  )
}
