// Moves related items with a transition (`move`): the parent, the children or the siblings.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { TransitionContext } from '#server/content/action.ts'
import { type ItemRow, loadRow } from '#server/content/items/item-row.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { Failure } from '#shared/calls/errors.ts'
import { isMoving, type MoveEffect } from '#shared/lifecycles/effects.ts'
import { endOf, isMet, suits, suitsParent, type Transition } from '#shared/lifecycles/lifecycle.ts'
import type { EffectsResult } from './apply-effects.ts'

/** How one item is moved, with its own effects. */
export type Move = (
  transaction: Kysely<Schema>,
  context: TransitionContext,
  row: ItemRow,
  step: Transition,
) => Promise<EffectsResult>

interface Moved {
  readonly id: string
  readonly parentId: string | null
}

/**
 * Before the item itself is locked: of several who take such steps with the same family one goes after the other, since
 * each holds an item that the others want.
 */
export async function lockFamily(
  transaction: Kysely<Schema>,
  { type }: TypePlan,
  id: string,
  action: string,
): Promise<void> {
  const steps = type.lifecycle.transitions.filter((step) => step.action === action)
  const moves = steps.flatMap((step) => (step.do ?? []).filter(isMoving)).map(({ move }) => move)
  if (moves.length === 0) return
  const row = await transaction.selectFrom('item').select('parentId').where('id', '=', id).executeTakeFirst()
  const heads = [
    moves.includes('children') ? id : null,
    moves.some((move) => move !== 'children') ? row?.parentId : null,
  ]
  for (const head of heads.flatMap((one) => one ?? []).sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`family/${head}`}, 0))`.execute(transaction)
}

/** In the order of ids, so that two who move the same wait for one another. Answers the types that were written to. */
export async function moveOthers(
  transaction: Kysely<Schema>,
  context: TransitionContext,
  id: string,
  step: Pick<Transition, 'title' | 'do'>,
  move: Move,
): Promise<readonly string[]> {
  const written = new Set<string>()
  const effects = (step.do ?? []).filter(isMoving)
  if (effects.length === 0) return []
  const { parentId } = await transaction
    .selectFrom('item')
    .select('parentId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const item: Moved = { id, parentId }
  for (const effect of effects) {
    const found = findTarget(context, item, effect)
    if (!found) continue
    const { plan, where } = found
    const { rows } = await sql<{ id: string }>`select id from item
      where type = ${sql.lit(plan.type.name)} and ${where} order by id`.execute(transaction)
    for (const other of rows) {
      const row = await loadRow(transaction, plan, sql`id = ${other.id}`, { lock: true })
      const open = row && findOpen(plan, row, effect.action, context)
      if (row && open) {
        if (await wasLastTransition(transaction, row, open)) continue
        const { also = [] } = await move(transaction, { ...context, plan }, row, {
          ...open,
          to: endOf(open, row),
        })
        for (const type of [plan.type.name, ...also]) written.add(type)
      } else if (effect.move === 'parent') throw stuck(plan, row, step.title)
    }
    if (rows.length === 0 && effect.move === 'parent') throw stuck(plan, undefined, step.title)
  }
  return [...written]
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
  type.lifecycle.transitions.find(
    (one) =>
      one.action === action &&
      one.from.includes(row.status) &&
      suits(one, row) &&
      suitsParent(one, row) &&
      isMet(one, row, caller),
  )

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
