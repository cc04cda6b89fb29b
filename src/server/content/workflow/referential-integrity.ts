// Checks the referential integrity of workflow references: the target exists, somebody can act for it, and it is not
// deleted while an `x-holds` field points to it.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { canRead } from '#server/content/access/access.ts'
import type { TransitionContext } from '#server/content/action.ts'
import { type ItemRow, loadRow } from '#server/content/items/item-row.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { requireActiveAssignee } from '#server/content/write/validate-references.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { Failure } from '#shared/calls/errors.ts'
import { evaluateCondition } from '#shared/expressions/condition.ts'
import { type EffectValue, isDynamicValue } from '#shared/lifecycles/effects.ts'
import { isDeletedState, isPublic, publicStates, type Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'

interface Holder {
  readonly type: ContentType
  readonly field: Field
  readonly states: readonly string[]
}

const holdersOf = (model: Pick<Model, 'contentTypes'>, name: string): Holder[] =>
  model.contentTypes.flatMap((type) =>
    type.fields.flatMap((field) =>
      field.holds && field.ref === name ? [{ type, field, states: field.holds }] : [],
    ),
  )

/** Condition that a reference, or one of a list, points to the item with that id. */
const refersTo = (
  body: RawBuilder<unknown>,
  { name, type }: Field,
  id: string | RawBuilder<unknown>,
): RawBuilder<unknown> =>
  type === 'ref-list'
    ? sql`jsonb_exists(${body}->${sql.lit(name)}, ${id})`
    : sql`${body}->>${sql.lit(name)} = ${id}`

/** Owners of the records under way that lock the item with that id, or of a column that names it. */
export function holderOwners(
  model: Pick<Model, 'contentTypes'>,
  { name }: Pick<ContentType, 'name'>,
  id: string | RawBuilder<unknown>,
): RawBuilder<unknown> {
  const kept = holdersOf(model, name).map(
    ({ type, field, states }) => sql`(h.type = ${type.name} and h.status = any(${[...states]}::text[])
      and ${refersTo(sql`h.body`, field, id)})`,
  )
  if (kept.length === 0) return sql`select null::text where false`
  return sql`select h.owner_id from item h where ${sql.join(kept, sql` or `)}`
}

/** With the item locked, of a step to where it is gone. Throws `WRONG_STATE`. */
export async function refuseDeletingReferenced(
  { db, plan, services }: TransitionContext,
  id: string,
): Promise<void> {
  for (const { type, field, states } of holdersOf(services.model(), plan.type.name)) {
    const { rows } = await sql<{ count: number; title: string | null }>`select count(*)::int as count,
        min(title) filter (where status = any(${publicStates(type.lifecycle)}::text[])) as title from item
      where type = ${type.name} and status = any(${[...states]}::text[])
        and ${refersTo(sql`body`, field, id)}`.execute(db)
    const { count = 0, title = null } = rows[0] ?? {}
    if (count > 0)
      throw new Failure('WRONG_STATE', {
        message: `仍有 ${count} 项${type.title}的“${field.title}”引用该内容${title ? `，如“${title}”` : ''}，暂时不能删除`,
      })
  }
}

/**
 * Checks the references that a transition writes, with the item as the transition leaves it. The target must exist,
 * be readable for the caller and meet the reference's demands; it is locked against deletion until the transaction
 * ends. If the target acts next, it must have an active assignee. Throws `WRONG_STATE`.
 */
export function requireReferences(
  context: TransitionContext,
  row: Pick<ItemRow, 'id' | 'body'>,
  step: ReferringTransition,
): Promise<void> {
  const claimed: [string, EffectValue][] = step.claim ? [[step.claim.field, { from: 'actor' }]] : []
  return checkReferences(context, row, step, [...claimed, ...writtenBy(step)], () => undefined)
}

/** The same before the step is taken, of the references that it takes from the item as it is. Throws `WRONG_STATE`. */
export function precheckReferences(
  context: Pick<TransitionContext, 'db' | 'plan' | 'services' | 'caller'>,
  row: Pick<ItemRow, 'id' | 'body'>,
  step: ReferringTransition,
): Promise<void> {
  const fromItem = writtenBy(step).filter(([, value]) => sourceOf(value) !== undefined)
  return checkReferences(context, row, step, fromItem, sourceOf)
}

type ReferringTransition = Pick<Transition, 'title' | 'to' | 'do' | 'claim' | 'fit'>

const writtenBy = (step: ReferringTransition): [string, EffectValue][] =>
  (step.do ?? []).flatMap((effect) => ('set' in effect ? Object.entries(effect.set) : []))

/** The field of the item whose value it is. */
const sourceOf = (value: EffectValue): string | undefined =>
  isDynamicValue(value) ? /^item\.(\w+)$/.exec(value.from)?.[1] : undefined

/** `storedIn` names the field that holds the reference before the step is taken. */
async function checkReferences(
  context: Pick<TransitionContext, 'db' | 'plan' | 'services' | 'caller'>,
  row: Pick<ItemRow, 'id' | 'body'>,
  step: ReferringTransition,
  written: readonly [string, EffectValue][],
  storedIn: (value: EffectValue) => string | undefined,
): Promise<void> {
  const { db, plan } = context
  await requireFit(db, context, row, step)
  for (const [name, value] of written) {
    const field = plan.byName.get(name)
    if (value === null || field === undefined) continue
    const titledField = { ...field, title: plan.byName.get(sourceOf(value) ?? '')?.title ?? field.title }
    const source = storedIn(value)
    if (field.type === 'ref' && field.ref !== undefined)
      await requireThere(db, context, row, titledField, step, source)
    await requireActiveAssignee(db, context, row.id, titledField, step, source)
  }
}

async function requireThere(
  db: Kysely<Schema>,
  { services, caller }: Pick<TransitionContext, 'services' | 'caller'>,
  { body }: Pick<ItemRow, 'body'>,
  { name, ref = '', title, demands }: Field,
  step: Pick<Transition, 'title'>,
  source?: string,
): Promise<void> {
  const target = findPlan(services.model(), ref)
  const named = body[source ?? name]
  if (!target || !named) return
  if (source === undefined)
    await sql`select from item where id = ${named} and type = ${ref} for share`.execute(db)
  const there = await loadRow(db, target, sql`id = ${named}`)
  const refuse = (message: string) => new Failure('WRONG_STATE', { message })
  if (!there || isDeletedState(target.type.lifecycle, there.status))
    throw refuse(`${title}已被删除，请另选后再“${step.title}”`)
  if (caller && !canRead(target.type, there, caller))
    throw refuse(`${title}目前没有公开，请另选后再“${step.title}”`)
  requireDemands(demands, there)
}

/** Throws `WRONG_STATE` if the target does not meet the demands of the reference. */
function requireDemands(demands: Field['demands'], { title, body, status }: ItemRow): void {
  if (demands && !evaluateCondition(demands.when, { item: { ...body, status } }))
    throw new Failure('WRONG_STATE', { message: `“${title}”${demands.words}` })
}

/**
 * Checks that the targets of the item's references still meet the demands, and are public if their type has public
 * states.
 */
async function requireFit(
  db: Kysely<Schema>,
  { plan, services }: Pick<TransitionContext, 'plan' | 'services'>,
  { body }: Pick<ItemRow, 'body'>,
  { title, fit = [] }: Pick<Transition, 'title' | 'fit'>,
): Promise<void> {
  for (const name of fit) {
    const field = plan.byName.get(name)
    const target = findPlan(services.model(), field?.ref ?? '')
    if (!field || !target) continue
    const there = body[name] ? await loadRow(db, target, sql`id = ${body[name]}`) : undefined
    if (!there) continue
    const { lifecycle } = target.type
    if (publicStates(lifecycle).length > 0 && !isPublic(lifecycle, there.status))
      throw new Failure('WRONG_STATE', {
        message: `“${there.title}”目前为“${lifecycle.states[there.status]?.title ?? there.status}”状态，恢复公开前不能“${title}”`,
      })
    requireDemands(field.demands, there)
  }
}
