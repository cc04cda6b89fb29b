// Moves related items with a transition (`move`): the parent, the children or the siblings.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { TransitionContext } from '#server/content/action.ts'
import { lockHeads } from '#server/content/items/families.ts'
import { columnValues } from '#server/content/items/item-columns.ts'
import { type ItemRow, loadRow } from '#server/content/items/item-row.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { Failure } from '#shared/calls/errors.ts'
import { isMoving, type MoveEffect } from '#shared/lifecycles/effects.ts'
import { endOf, type Transition } from '#shared/lifecycles/lifecycle.ts'
import { isOpenTo } from '#shared/lifecycles/transition-policies.ts'

/** Moves one item, with its own effects. */
type Move = (context: TransitionContext, row: ItemRow, step: Transition) => Promise<unknown>

interface Moved {
  readonly id: string
  readonly parentId: string | null
}

/**
 * Makes those who move the same family wait for one another, before any of them locks its item: each holds an item
 * that the others want. A row lock of the parent cannot do it, because a submission locks its item before its parent.
 */
export async function lockFamily(
  { db, plan: { type } }: Pick<TransitionContext, 'db' | 'plan'>,
  id: string,
  action: string,
): Promise<void> {
  const steps = type.lifecycle.transitions.filter((step) => step.action === action)
  const moves = steps.flatMap((step) => (step.do ?? []).filter(isMoving)).map(({ move }) => move)
  if (moves.length === 0) return
  const heads = [
    ...(moves.includes('children') ? [sql`id`] : []),
    ...(moves.some((move) => move !== 'children') ? [sql`parent_id`] : []),
  ]
  await lockHeads(db, sql`select head from item, unnest(array[${sql.join(heads)}]) head where id = ${id}`)
}

/** In the order of ids, so that two who move the same wait for one another. */
export async function moveOthers(
  context: TransitionContext,
  { id, body }: Pick<ItemRow, 'id' | 'body'>,
  step: Pick<Transition, 'title' | 'do'>,
  move: Move,
): Promise<void> {
  const { db } = context
  const item: Moved = { id, parentId: columnValues(context.plan.type, body).parentId }
  for (const effect of (step.do ?? []).filter(isMoving)) {
    const found = findTarget(context, item, effect)
    if (!found) continue
    const { plan, where } = found
    const { rows } = await sql<{ id: string }>`select id from item
      where type = ${sql.lit(plan.type.name)} and ${where} order by id`.execute(db)
    for (const other of rows) {
      const row = await loadRow(db, plan, sql`id = ${other.id}`, { lock: true })
      const open = row && findOpen(plan, row, effect.action, context)
      if (row && open) {
        if (await wasLastTransition(db, row, open)) continue
        await move({ ...context, plan }, row, { ...open, to: endOf(open, row) })
      } else if (effect.move === 'parent') throw stuck(plan, row, step.title)
    }
    if (rows.length === 0 && effect.move === 'parent') throw stuck(plan, undefined, step.title)
  }
}

function findTarget(
  { plan, services }: TransitionContext,
  { id, parentId }: Moved,
  { move, type }: MoveEffect,
): { readonly plan: TypePlan; readonly where: RawBuilder<unknown> } | undefined {
  const above = plan.byName.get(plan.type.parent ?? '')?.ref ?? ''
  const other =
    move === 'siblings' ? plan : findPlan(services.model(), move === 'children' ? (type ?? '') : above)
  if (!other) return undefined
  if (move === 'parent') return { plan: other, where: sql`id = ${parentId}` }
  if (move === 'children') return { plan: other, where: sql`parent_id = ${id}` }
  return { plan: other, where: sql`parent_id = ${parentId} and id <> ${id}` }
}

/**
 * Finds the open transition regardless of `by`: the configuration grants it to the caller of the moving transition.
 */
const findOpen = ({ type }: TypePlan, row: ItemRow, action: string, { caller }: TransitionContext) =>
  type.lifecycle.transitions.find((one) => one.action === action && isOpenTo(one, row, caller))

/**
 * Returns true if a transition that only the system executes stays in the same state and was the last log entry. Its
 * repetition adds nothing.
 */
async function wasLastTransition(
  transaction: Kysely<Schema>,
  { id, status }: ItemRow,
  { action, by, to }: Transition,
): Promise<boolean> {
  if (by.length > 0 || to !== status) return false
  const last = await transaction
    .selectFrom('transitionLog')
    .select(['action', 'toStatus'])
    .where('itemId', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.action === action && last.toStatus === status
}

function stuck({ type }: TypePlan, row: ItemRow | undefined, step: string): Failure {
  const state = row ? (type.lifecycle.states[row.status]?.title ?? row.status) : '已不存在'
  return new Failure('WRONG_STATE', { message: `${type.title}目前为“${state}”状态，不能再办理“${step}”` })
}
