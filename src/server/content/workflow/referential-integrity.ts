// Owns what holds an item and what a step makes it refer to together: it is there, somebody acts for it, and it is not
// deleted while a reference keeps it (`x-holds`).
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { canRead } from '#server/content/access/access.ts'
import type { TransitionContext } from '#server/content/action.ts'
import { loadRow } from '#server/content/items/item-row.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { requireActiveAssignee } from '#server/content/write/require-active-assignee.ts'
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

/** Whether a reference, or one of a list of them, is to the item of that id. */
const refersTo = (body: RawBuilder<unknown>, { name, type }: Field, id: string): RawBuilder<unknown> =>
  type === 'ref-list'
    ? sql`jsonb_exists(${body}->${sql.lit(name)}, ${id})`
    : sql`${body}->>${sql.lit(name)} = ${id}`

/** Whose records under way keep the item of that id. */
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
  transaction: Kysely<Schema>,
  { plan, services }: TransitionContext,
  id: string,
): Promise<void> {
  for (const { type, field, states } of holdersOf(services.model(), plan.type.name)) {
    const { rows } = await sql<{ count: number; title: string | null }>`select count(*)::int as count,
        min(title) filter (where status = any(${publicStates(type.lifecycle)}::text[])) as title from item
      where type = ${type.name} and status = any(${[...states]}::text[])
        and ${refersTo(sql`body`, field, id)}`.execute(transaction)
    const { count = 0, title = null } = rows[0] ?? {}
    if (count > 0)
      throw new Failure('WRONG_STATE', {
        message: `还有 ${count} 项${type.title}的“${field.title}”是它${title ? `，如“${title}”` : ''}，暂时不能删除`,
      })
  }
}

/** As whoever takes the step knows it: by the field that it is taken from, where it is. */
const titleOf = ({ byName }: TransitionContext['plan'], field: Field, value: EffectValue): string => {
  const [root, name = ''] = isDynamicValue(value) ? value.from.split('.') : []
  return (root === 'item' ? byName.get(name)?.title : undefined) ?? field.title
}

/**
 * With the item as the step leaves it, of the references that the step writes: what each leads to is there for who takes
 * the step, is as the reference demands, and nobody deletes it before the step is done; and where it is to act next,
 * somebody can act for it. Throws `WRONG_STATE`.
 */
export async function requireReferences(
  transaction: Kysely<Schema>,
  context: TransitionContext,
  id: string,
  step: Pick<Transition, 'title' | 'to' | 'do' | 'claim' | 'fit'>,
): Promise<void> {
  const { plan } = context
  await requireFit(transaction, context, id, step)
  const set = (step.do ?? []).flatMap((effect) => ('set' in effect ? Object.entries(effect.set) : []))
  const claimed: [string, EffectValue][] = step.claim ? [[step.claim.field, { from: 'actor' }]] : []
  for (const [name, value] of [...claimed, ...set]) {
    const field = plan.byName.get(name)
    if (value === null || field === undefined) continue
    const titledField = { ...field, title: titleOf(plan, field, value) }
    if (field.type === 'ref' && field.ref !== undefined)
      await requireThere(transaction, context, id, titledField, step)
    await requireActiveAssignee(transaction, context, id, titledField, step)
  }
}

/** The same before the step is taken, of the references that it takes from the item as it is. Throws `WRONG_STATE`. */
export async function precheckReferences(
  db: Kysely<Schema>,
  context: Pick<TransitionContext, 'plan' | 'services' | 'caller'>,
  id: string,
  step: Pick<Transition, 'title' | 'to' | 'do' | 'fit'>,
): Promise<void> {
  const { plan } = context
  await requireFit(db, context, id, step)
  const set = (step.do ?? []).flatMap((effect) => ('set' in effect ? Object.entries(effect.set) : []))
  for (const [name, value] of set) {
    const field = plan.byName.get(name)
    const source = isDynamicValue(value) ? /^item\.(\w+)$/.exec(value.from)?.[1] : undefined
    if (field === undefined || source === undefined) continue
    const titledField = { ...field, title: titleOf(plan, field, value) }
    if (field.type === 'ref' && field.ref !== undefined)
      await requireThere(db, context, id, titledField, step, source)
    await requireActiveAssignee(db, context, id, titledField, step, source)
  }
}

async function requireThere(
  transaction: Kysely<Schema>,
  { services, caller }: Pick<TransitionContext, 'services' | 'caller'>,
  id: string,
  { name, ref = '', title, demands }: Field,
  step: Pick<Transition, 'title'>,
  source?: string,
): Promise<void> {
  const target = findPlan(services.model(), ref)
  const { rows } = await sql<{ named: string }>`
    select body->>${sql.lit(source ?? name)} as named from item where id = ${id}`.execute(transaction)
  const named = rows[0]?.named
  if (!target || !named) return
  if (source === undefined)
    await sql`select from item where id = ${named} and type = ${ref} for share`.execute(transaction)
  const there = await loadRow(transaction, target, sql`id = ${named}`)
  const refuse = (message: string) => new Failure('WRONG_STATE', { message })
  if (!there || isDeletedState(target.type.lifecycle, there.status))
    throw refuse(`${title}已被删除，请另选后再“${step.title}”`)
  if (caller && !canRead(target.type, there, caller))
    throw refuse(`${title}目前没有公开，请另选后再“${step.title}”`)
  if (demands && !evaluateCondition(demands.when, { item: { ...there.body, status: there.status } }))
    throw refuse(`“${there.title}”${demands.words}`)
}

/** What the item refers to is still as it had to be when that was written, and open to everybody as it was then. */
async function requireFit(
  db: Kysely<Schema>,
  { plan, services }: Pick<TransitionContext, 'plan' | 'services'>,
  id: string,
  { title, fit = [] }: Pick<Transition, 'title' | 'fit'>,
): Promise<void> {
  for (const name of fit) {
    const field = plan.byName.get(name)
    const target = findPlan(services.model(), field?.ref ?? '')
    if (!field || !target) continue
    const there = await loadRow(
      db,
      target,
      sql`id = (select held.body->>${sql.lit(name)} from item held where held.id = ${id})`,
    )
    if (!there) continue
    const refuse = (message: string) => new Failure('WRONG_STATE', { message })
    const open = publicStates(target.type.lifecycle)
    if (open.length > 0 && !open.includes(there.status))
      throw refuse(
        `“${there.title}”现在是“${target.type.lifecycle.states[there.status]?.title ?? there.status}”，恢复公开以前不能“${title}”`,
      )
    const { demands } = field
    if (demands && !evaluateCondition(demands.when, { item: { ...there.body, status: there.status } }))
      throw refuse(`“${there.title}”${demands.words}`)
  }
}
