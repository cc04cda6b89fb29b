// Rejects a transition whose next assignee has no active account.
import { type Kysely, sql } from 'kysely'
import type { TransitionContext } from '#server/content/action.ts'
import { ableMembers } from '#server/content/fields/participants-sql.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { partyAudience } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { isDynamicValue } from '#shared/lifecycles/effects.ts'
import type { Lifecycle, Transition } from '#shared/lifecycles/lifecycle.ts'
import type { Field } from '#shared/model/content-model.ts'

/**
 * Checks that the assignee that the field names has an active account, if this assignee acts in the state after the
 * transition. `source` is the field that names the assignee before the transition has written it. Throws
 * `WRONG_STATE`.
 */
export async function requireActiveAssignee(
  transaction: Kysely<Schema>,
  { plan }: Pick<TransitionContext, 'plan'>,
  id: string,
  { name, title }: Pick<Field, 'name' | 'title'>,
  step: Pick<Transition, 'to'>,
  source = name,
): Promise<void> {
  const next = findTransition(plan.type.lifecycle, name, step.to)
  if (!next) return
  const named = sql`item.body->>${sql.lit(source)}`
  const { rows } = await sql<{ held: string | null; hasHands: boolean }>`
    select coalesce((select entry.title from item entry where entry.id = ${named}),
        (select known.name from account known where known.id = ${named})) as held,
      exists (${sql.raw(ableMembers('item', source))}) as has_hands
    from item where id = ${id}`.execute(transaction)
  const [row] = rows
  if (!row || row.held === null || row.hasHands) return
  throw new Failure('WRONG_STATE', { message: handless(row.held, next, title) })
}

/** The step that whom the field names takes from there; from anywhere, where no state is given. */
const findTransition = ({ transitions }: Lifecycle, name: string, state?: string): Transition | undefined =>
  transitions.find(
    ({ from, by }) => (state === undefined || from.includes(state)) && by.includes(partyAudience(name)),
  )

/**
 * Finds the transition that an account named in the field will have to execute, directly or after another transition
 * assigns it.
 */
export function findNextTransition(lifecycle: Lifecycle, name: string): Transition | undefined {
  const assigned = lifecycle.transitions.flatMap(({ to, do: effects = [] }) =>
    effects.flatMap((effect) =>
      'set' in effect
        ? Object.entries(effect.set).flatMap(([party, value]) =>
            isDynamicValue(value) && value.from === `item.${name}`
              ? [findTransition(lifecycle, party, to)]
              : [],
          )
        : [],
    ),
  )
  return findTransition(lifecycle, name) ?? assigned.find((step) => step !== undefined)
}

export const handless = (held: string, next: Pick<Transition, 'title'>, title: string): string =>
  `“${held}”没有可用的账号，无法接收通知和办理“${next.title}”：请另选${title}`
