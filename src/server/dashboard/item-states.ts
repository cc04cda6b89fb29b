// Finds the states in which items wait for an operator, and the own items that cannot be submitted at present.

import { type RawBuilder, sql } from 'kysely'
import { isParentOpen } from '#server/content/workflow/open-cases.ts'
import { openingOf } from '#server/content/write/validate.ts'
import {
  type Audience,
  type Caller,
  GRANTS,
  isGranted,
  isInAudience,
  namesGrant,
  withWholeRoles,
} from '#shared/access/roles.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import {
  findByKind,
  isDeletedState,
  isOnward,
  isOpen,
  isSentBack,
  type Lifecycle,
  wasLetIn,
} from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'

export interface Waiting {
  readonly type: string
  readonly status: string
}

/**
 * Returns the state in which a new item waits, if an operator acts next and nobody else reads it, and the states to
 * which operators take it from there (such as accepted) while nobody else acts on it.
 */
export function waitingStates({ contentTypes, roles }: Model): Waiting[] {
  const isOperator = (by: readonly Audience[]) => namesGrant(roles, by, GRANTS.moderate)
  return contentTypes.flatMap(({ name, lifecycle, operations }) => {
    const { initial, transitions } = lifecycle
    const waysOut = (state: string) =>
      transitions.filter((step) => step.from.includes(state) && isOnward(lifecycle, step))
    // A draft waits once its owner has submitted it; so do items that non-operators publish.
    const submittedStates = transitions.filter(({ kind }) => kind === 'submit').map(({ to }) => to)
    const first = [initial, ...submittedStates].find(
      (state) => waysOut(state).some(({ by }) => isOperator(by)) && !isOpen(lifecycle, state),
    )
    if (!operations.manage || first === undefined) return []
    const staysWithOperator = (state: string) => {
      const ways = waysOut(state)
      return ways.length > 0 && ways.every(({ by }) => by.every((who) => isOperator([who])))
    }
    const waiting = new Set([first])
    for (const state of waiting)
      for (const { by, to } of waysOut(state))
        if (
          isOperator(by) &&
          isHidden(lifecycle, to) &&
          (lifecycle.states[to]?.stage || staysWithOperator(to))
        )
          waiting.add(to)
    return [...waiting].map((status) => ({ type: name, status }))
  })
}

/** Of these states the ones that the caller has to do with: all for who moderates or examines, else those to act in. */
export function waitingFor(model: Model, caller: Caller): Waiting[] {
  const waiting = waitingStates(model)
  if (isGranted(caller, GRANTS.moderate, GRANTS.examine)) return waiting
  const lifecycleOf = new Map(model.contentTypes.map(({ name, lifecycle }) => [name, lifecycle]))
  return waiting.filter(({ type, status }) =>
    lifecycleOf
      .get(type)
      ?.transitions.some(
        ({ from, by }) => from.includes(status) && isInAudience(withWholeRoles(caller, type), by),
      ),
  )
}

/** Neither public nor open to everybody in another way. */
const isHidden = (lifecycle: Lifecycle, state: string): boolean =>
  !isOpen(lifecycle, state) && !isDeletedState(lifecycle, state)

/**
 * Applies the submission policy of the type to the parent of the item; the policy on persons was applied when the
 * item was created. `states` are the states in which the owner acts next.
 */
export function isBarred(
  type: ContentType,
  states: readonly { readonly status: string }[],
  now: Date,
): RawBuilder<unknown> {
  const { lifecycle, period, admission } = type
  const ownerStates = states
    .map(({ status }) => status)
    .filter((status) => findByKind(lifecycle, status, 'submit')?.by.includes('owner'))
  const early = ownerStates.filter(
    (status) => status === lifecycle.initial && period !== undefined && openingOf(period, now) !== 'open',
  )
  const fresh = ownerStates.filter((status) => status === lifecycle.initial || !isSentBack(lifecycle, status))
  const parts = [
    ...(early.length > 0 ? [sql`item.status in (${toList(early)})`] : []),
    ...(admission && fresh.length > 0
      ? [
          sql`(item.status in (${toList(fresh)}) and item.parent_id is not null
            and ${wasNotLetIn(lifecycle)} and not ${isParentOpen(type, dayAt(now))})`,
        ]
      : []),
  ]
  return parts.length > 0 ? sql`(${sql.join(parts, sql` or `)})` : sql`false`
}

function wasNotLetIn(lifecycle: ContentType['lifecycle']): RawBuilder<unknown> {
  const inside = Object.keys(lifecycle.states).filter((state) => wasLetIn(lifecycle, state))
  return inside.length === 0
    ? sql`true`
    : sql`(item.left_status is null or item.left_status not in (${toList(inside)}))`
}

const toList = (texts: readonly string[]): RawBuilder<unknown> => sql.join(texts.map((text) => sql.lit(text)))
