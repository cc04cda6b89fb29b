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
import { isDeletedState, publicStates, type Transition } from '#shared/lifecycles/lifecycle.ts'
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
const refersTo = (body: RawBuilder<unknown>, { name, type }: Field, id: string): RawBuilder<unknown> =>
  type === 'ref-list'
    ? sql`jsonb_exists(${body}->${sql.lit(name)}, ${id})`
    : sql`${body}->>${sql.lit(name)} = ${id}`

/** Owners of the records under way that lock the item with that id. */
export function holderOwners(
  model: Pick<Model, 'contentTypes'>,
  { name }: Pick<ContentType, 'name'>,
  id: string,
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

/** Title of the reference for the caller: that of the source field, else of the field itself. */
const titleOf = ({ byName }: TransitionContext['plan'], field: Field, value: EffectValue): string => {
  const [root, name = ''] = isDynamicValue(value) ? value.from.split('.') : []
  return (root === 'item' ? byName.get(name)?.title : undefined) ?? field.title
}

/**
 * Checks the references that a transition writes, with the item as the transition leaves it. The target must exist,
 * be readable for the caller and meet the reference's demands; it is locked against deletion until the transaction
 * ends. If the target acts next, it must have an active assignee. Throws `WRONG_STATE`.
 */
export async function requireReferences(
  context: TransitionContext,
  row: Pick<ItemRow, 'id' | 'body'>,
  step: Pick<Transition, 'title' | 'to' | 'do' | 'claim' | 'fit'>,
): Promise<void> {
  const { db, plan } = context
  await requireFit(db, context, row, step)
  const set = (step.do ?? []).flatMap((effect) => ('set' in effect ? Object.entries(effect.set) : []))
  const claimed: [string, EffectValue][] = step.claim ? [[step.claim.field, { from: 'actor' }]] : []
  for (const [name, value] of [...claimed, ...set]) {
    const field = plan.byName.get(name)
    if (value === null || field === undefined) continue
    const titledField = { ...field, title: titleOf(plan, field, value) }
    if (field.type === 'ref' && field.ref !== undefined)
      await requireThere(db, context, row, titledField, step)
    await requireActiveAssignee(db, context, row.id, titledField, step)
  }
}

/** The same before the step is taken, of the references that it takes from the item as it is. Throws `WRONG_STATE`. */
export async function precheckReferences(
  db: Kysely<Schema>,
  context: Pick<TransitionContext, 'plan' | 'services' | 'caller'>,
  row: Pick<ItemRow, 'id' | 'body'>,
  step: Pick<Transition, 'title' | 'to' | 'do' | 'fit'>,
): Promise<void> {
  const { plan } = context
  await requireFit(db, context, row, step)
  const set = (step.do ?? []).flatMap((effect) => ('set' in effect ? Object.entries(effect.set) : []))
  for (const [name, value] of set) {
    const field = plan.byName.get(name)
    const source = isDynamicValue(value) ? /^item\.(\w+)$/.exec(value.from)?.[1] : undefined
    if (field === undefined || source === undefined) continue
    const titledField = { ...field, title: titleOf(plan, field, value) }
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
  if (demands && !evaluateCondition(demands.when, { item: { ...there.body, status: there.status } }))
    throw refuse(`“${there.title}”${demands.words}`)
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
    const refuse = (message: string) => new Failure('WRONG_STATE', { message })
    const open = publicStates(target.type.lifecycle)
    if (open.length > 0 && !open.includes(there.status))
      throw refuse(
        `“${there.title}”目前为“${target.type.lifecycle.states[there.status]?.title ?? there.status}”状态，恢复公开前不能“${title}”`,
      )
    const { demands } = field
    if (demands && !evaluateCondition(demands.when, { item: { ...there.body, status: there.status } }))
      throw refuse(`“${there.title}”${demands.words}`)
  }
}
