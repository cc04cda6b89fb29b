// Keeps submissions unique: an owner's `distinct` value, a type's unique fields, and one submission of an owner at a time.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isSubmitted } from '#server/content/access/can-edit.ts'
import type { ActionContext } from '#server/content/action.ts'
import { quote } from '#server/content/fields/field-expression.ts'
import { comparable, planUnique, present, UNIQUE_PREFIX } from '#server/content/fields/unique-fields.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { violatedConstraint } from '#server/platform/database/violated-constraint.ts'
import { Failure } from '#shared/calls/errors.ts'
import { findWithdrawal } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { toLimitFailure } from './limit-failures.ts'
import type { Body } from './validate.ts'

export interface Candidate {
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

/** Returns the newest unfinished item with the `distinct` value, owner and parent of one of the candidates. */
export async function findRepeated(
  db: Kysely<Schema>,
  plan: TypePlan,
  candidates: readonly Candidate[],
): Promise<Repeated | undefined> {
  const statement = repeatedStatement(plan, candidates)
  return statement && (await statement.execute(db)).rows[0]
}

/** Undefined where nothing tells them apart. */
export function repeatedStatement(
  { type }: TypePlan,
  candidates: readonly Candidate[],
): RawBuilder<Repeated> | undefined {
  const { distinct = '', parent } = type
  const compared = candidates.filter((candidate) => hasDistinctValue(type, candidate))
  if (compared.length === 0) return undefined
  const column = (read: (candidate: Candidate) => unknown) =>
    sql`${compared.map((candidate) => String(read(candidate) ?? ''))}::text[]`
  const isUnder = parent === undefined ? sql`` : sql`and body ->> ${sql.lit(parent)} = given.parent`
  return sql<Repeated>`
    select item.id, item.status from item, unnest(${column(({ id }) => id)}, ${column(({ ownerId }) => ownerId)},
      ${column(({ body }) => body[distinct])}, ${column(({ body }) => body[parent ?? ''])})
      as given (id, owner, value, parent)
    where ${sql.raw(present(type))} ${sql.raw(notOver(type))} and owner_id = given.owner and item.id <> given.id
      and ${sql.raw(comparable(`body ->> ${quote(distinct)}`))} = ${sql.raw(comparable('given.value'))} ${isUnder}
    order by created_at desc, item.id limit 1`
}

/** Returns true if the item has an owner and a value that tells it apart. */
const hasDistinctValue = ({ distinct }: ContentType, { ownerId, body }: Candidate): boolean =>
  distinct !== undefined && ownerId !== null && typeof body[distinct] === 'string'

/**
 * Until the transaction ends, the owners submit nothing else of these values. Returns false if two of the candidates
 * are alike.
 */
export async function lockDistinct(
  db: Kysely<Schema>,
  { type }: TypePlan,
  candidates: readonly Candidate[],
): Promise<boolean> {
  const compared = candidates.filter((candidate) => hasDistinctValue(type, candidate))
  if (compared.length === 0) return true
  // In one order, so that no two transactions wait for each other.
  const { rows } = await sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(prefix || ${sql.raw(comparable('given.value'))}, 0) as key
    from unnest(${compared.map(({ ownerId }) => `distinct:${type.name}/${ownerId}/`)}::text[],
      ${compared.map(({ body }) => String(body[type.distinct ?? '']))}::text[]) as given (prefix, value)
    order by key) keys`.execute(db)
  return rows.length === compared.length
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

/**
 * Makes an owner's submissions of a type wait for one another until the transaction ends, so that two at the same time
 * do not both find that there is none yet. A unique index cannot do it: items that are alike since before `distinct`
 * was declared may each be corrected, and a type may have allowed several records of a person before.
 */
export async function lockOwner(
  db: Kysely<Schema>,
  { name }: Pick<ContentType, 'name'>,
  ownerId: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${name}/${ownerId}`}, 0))`.execute(db)
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
  { db, plan }: Pick<ActionContext, 'db' | 'plan'>,
  given: Candidate,
): Promise<void> {
  const { type, byName } = plan
  const { distinct = '', parent, lifecycle, title } = type
  if (!hasDistinctValue(type, given)) return
  await lockDistinct(db, plan, [given])
  const first = await findRepeated(db, plan, [given])
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

/**
 * Runs `work`; what the database refuses in it as a second of its kind becomes a refusal that names the field, and what
 * it refuses by a limit one that says which.
 */
export async function namingViolations<T>(model: Model, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (!constraint?.startsWith(UNIQUE_PREFIX))
      throw (constraint && toLimitFailure(model, constraint, error)) || error
    throw toFailure(
      planUnique(model)
        .filter(({ name }) => name === constraint)
        .map(({ field }) => field),
    )
  }
}

/**
 * Checks a pending change, which no index covers. Its author learns at once of a duplicate that would be refused at
 * approval. Two concurrent duplicates are detected at approval.
 */
export async function refuseDuplicates(
  { db, plan: { type, own } }: Pick<ActionContext, 'db' | 'plan'>,
  itemId: string,
  body: Body,
): Promise<void> {
  const taken: Field[] = []
  for (const field of own) {
    const value = field.unique ? body[field.name] : undefined
    if (value === undefined || value === null) continue
    const { rows } = await sql`
      select 1 from item, (select ${String(value)}::text as value) given
      where ${sql.raw(present(type))} and id <> ${itemId}
        and ${sql.raw(comparable(`body->>${quote(field.name)}`))} = ${sql.raw(comparable('given.value'))}
      limit 1`.execute(db)
    if (rows.length > 0) taken.push(field)
  }
  if (taken.length > 0) throw toFailure(taken)
}

/** Without a field where the configuration was swapped meanwhile. */
function toFailure(fields: readonly Field[]): Failure {
  const errors = fields.map(({ name, title }) => ({ path: `/${name}`, message: messageOf(title) }))
  const message = errors[0]?.message ?? '已有相同的内容，请核对后重新填写'
  return new Failure('BAD_INPUT', { message, errors })
}

const messageOf = (title: string) => `“${title}”已被使用，请核对后重新填写`
