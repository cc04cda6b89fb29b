// Refuses a repeated submission by the same owner, identified by the type's `distinct` field.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isSubmitted } from '#server/content/access/can-edit.ts'
import { quote } from '#server/content/fields/field-expression.ts'
import { comparable, present } from '#server/content/fields/unique-fields.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { Failure } from '#shared/calls/errors.ts'
import { findWithdrawal } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Body } from './prepare-body.ts'

interface Candidate {
  readonly ownerId: string | null
  readonly body: Body
  /** The item that is changed. */
  readonly id?: string
}

/** SQL condition: the item is not over. Finished items do not block new ones. */
function notOver({ lifecycle: { states } }: ContentType): string {
  const over = Object.keys(states).filter((state) => states[state]?.final)
  return over.length > 0 ? `and status not in (${over.map(quote).join(', ')})` : ''
}

interface Repeated {
  readonly id: string
  readonly status: string
}

/** Returns the owner's newest unfinished item with the same `distinct` value under the same parent. */
export async function findRepeated(
  db: Kysely<Schema>,
  plan: TypePlan,
  given: Candidate,
): Promise<Repeated | undefined> {
  const statement = repeatedStatement(plan, given)
  return statement && (await statement.execute(db)).rows[0]
}

/** Undefined where nothing tells it apart. */
export function repeatedStatement(
  { type }: TypePlan,
  { ownerId, body, id = '' }: Candidate,
): RawBuilder<Repeated> | undefined {
  const { distinct, parent } = type
  const value = distinct === undefined ? undefined : body[distinct]
  if (distinct === undefined || ownerId === null || typeof value !== 'string') return undefined
  const under = parent === undefined ? '' : String(body[parent] ?? '')
  return sql<Repeated>`
    select id, status from item, (select ${value}::text as value) given
    where ${sql.raw(present(type))} ${sql.raw(notOver(type))} and owner_id = ${ownerId} and id <> ${id}
      and ${sql.raw(comparable(`body ->> ${quote(distinct)}`))} = ${sql.raw(comparable('given.value'))}
      and ${parent === undefined ? sql`true` : sql`body ->> ${sql.lit(parent)} = ${under}`}
    order by created_at desc, id limit 1`
}

/** The newest that the owner has begun without saying yet what tells it apart. */
export async function findUntold(
  db: Kysely<Schema>,
  { type }: TypePlan,
  { ownerId, body }: Candidate,
): Promise<Repeated | undefined> {
  const { distinct, lifecycle } = type
  if (distinct === undefined || ownerId === null || typeof body[distinct] === 'string') return undefined
  const { rows } = await sql<Repeated>`
    select id, status from item where type = ${type.name} and status = ${lifecycle.initial} and owner_id = ${ownerId}
      and body ->> ${sql.lit(distinct)} is null
    order by created_at desc, id limit 1`.execute(db)
  return rows[0]
}

/** Describes the owner's remedy: withdraw the item, if the state has such a transition, or wait for its end. */
function describeRemedy(lifecycle: ContentType['lifecycle'], status: string): string {
  if (lifecycle.states[status]?.edited !== undefined) return '如需改动，请在原内容上申请变更'
  return findWithdrawal(lifecycle, status) ? '办结或撤回后才能再次提交' : '办结后才能再次提交'
}

/**
 * Throws `ALREADY_SUBMITTED` for a repeated submission. To be called in the transaction that stores the item; until
 * its end the owner submits nothing else of that value.
 */
export async function refuseRepeated(
  transaction: Kysely<Schema>,
  plan: TypePlan,
  given: Candidate,
): Promise<void> {
  const { type, byName } = plan
  const { name, distinct, parent, lifecycle, title } = type
  const value = distinct === undefined ? undefined : given.body[distinct]
  if (distinct === undefined || given.ownerId === null || typeof value !== 'string') return
  await sql`select pg_advisory_xact_lock(hashtextextended(
      ${`distinct:${name}/${given.ownerId}/`} || ${sql.raw(comparable('given.value'))}, 0))
    from (select ${value}::text as value) given`.execute(transaction)
  const first = await findRepeated(transaction, plan, given)
  if (!first) return
  const [field, above] = [byName.get(distinct), parent === undefined ? undefined : byName.get(parent)]
  const where = above ? `在同一“${above.title}”下` : ''
  const state = lifecycle.states[first.status]?.title ?? first.status
  const next = isSubmitted(lifecycle, first.status)
    ? describeRemedy(lifecycle, first.status)
    : '请修改原内容后重新提交'
  const isOfAnother = distinct === parent || field?.type === 'ref'
  const message = isOfAnother
    ? `您已为该${field?.title ?? distinct}提交过${title}（${state}），${next}`
    : `您已${where}提交过${field?.title ?? distinct}相同的${title}（${state}），请修改原内容，或更换${field?.title ?? distinct}`
  throw new Failure('ALREADY_SUBMITTED', {
    message,
    errors: [{ path: `/${distinct}`, message }],
    data: { id: first.id, status: first.status },
  })
}
