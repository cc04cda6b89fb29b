// Determines the transitions of a pending change and the callers who may execute them.

import type { ItemRow } from '#server/content/items/item-row.ts'
import type { PendingVersion } from '#server/content/items/pending-change.ts'
import type { Related } from '#shared/access/facts.ts'
import type { Caller, Principal } from '#shared/access/roles.ts'
import {
  findWithdrawal,
  isOpen,
  type Lifecycle,
  type Subject,
  type Transition,
  type TransitionKind,
  type TransitionReason,
} from '#shared/lifecycles/lifecycle.ts'
import { type OpenTransition, permittedTransitions } from '#shared/lifecycles/transition-policies.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'

export interface ChangeTransition {
  readonly action: string
  readonly kind?: TransitionKind
  readonly title: string
  /** The words that are given with it. */
  readonly reason?: TransitionReason
  /** Present if the decision accepts comments on single fields. */
  readonly remarks?: true
  readonly note: string
  /** The state that the change goes to; the item's own where the change ends. */
  readonly to: string
  /** The notices of the transition behind this decision. */
  readonly do?: NonNullable<Transition['do']>
  /** The audience and the represented account of the decision; absent when the author withdraws the change. */
  readonly by?: OpenTransition['by']
  readonly for?: Principal
}

/** A pending change with those who have reviewed it. */
export type ReviewedChange = Pick<PendingVersion, 'status' | 'author' | 'body'> & {
  readonly votes?: Subject['votes'] | undefined
}

/** The item with its related accounts, independent of their relations to the change. */
type Of = Pick<ItemRow, 'status'> & Related

/**
 * A change takes the item's own lifecycle, from the state it waits in: what leads to the state of the item
 * puts the change in its place, what refuses needs its reason. Its author takes it back.
 */
export function findChangeTransitions(
  lifecycle: Lifecycle,
  row: Of,
  change: ReviewedChange,
  caller: Caller,
): ChangeTransition[] {
  const own = caller?.id === change.author ? withdrawal(lifecycle, row, change) : []
  const subject = {
    ...row,
    votes: change.votes ?? null,
    leftStatus: null,
    status: change.status,
    ownerId: change.author,
    revision: 1,
    approvedRevision: null,
    body: change.body,
  }
  // Of the own change only what is urgent is decided.
  const steps = permittedTransitions(lifecycle, subject, caller).filter(
    ({ kind }) => caller?.id !== change.author || kind === 'urgent',
  )
  const decisions = steps.flatMap(
    ({ action, kind, title, to, reason, remarks, by, for: principal, do: effects }): ChangeTransition[] => {
      const words = resolveReason(reason)
      const step = {
        action,
        to,
        by,
        ...(principal ? { for: principal } : {}),
        ...(kind ? { kind } : {}),
        ...(words ? { reason: words } : {}),
        ...(remarks ? { remarks } : {}),
        ...(effects ? { do: effects } : {}),
      }
      if (to === row.status)
        return [
          {
            ...step,
            title: kind === 'urgent' ? `${title}修改稿` : '通过修改',
            note: `${delegateNote(principal)}确定后，${describeCurrent(lifecycle, row)}立即换成修改稿。`,
          },
        ]
      const next = lifecycle.states[to]
      if (next?.stage)
        return [
          {
            ...step,
            title,
            note: `${delegateNote(principal)}修改稿转入“${next.title}”，${describeCurrent(lifecycle, row)}不变。`,
          },
        ]
      return kind === 'refuse'
        ? [
            {
              ...step,
              title: '不通过修改',
              note: `${delegateNote(principal)}${describeCurrent(lifecycle, row)}不变，原因会告知作者。`,
            },
          ]
        : []
    },
  )
  return [...own, ...decisions]
}

/** By the verb with which its author would take the item itself back from where the change waits. */
function withdrawal(
  lifecycle: Lifecycle,
  row: Of,
  { status }: Pick<PendingVersion, 'status'>,
): ChangeTransition[] {
  const { edited } = lifecycle.states[row.status] ?? {}
  const step = findWithdrawal(lifecycle, edited ?? status)
  if (!step) return []
  return [
    {
      action: step.action,
      kind: 'withdraw',
      title: '撤回修改',
      note: `修改稿不再保留，${describeCurrent(lifecycle, row)}不变。`,
      to: row.status,
    },
  ]
}

/** Note before confirmation that the caller acts for somebody else; empty for callers who act for themselves. */
export const delegateNote = (principal: Pick<Principal, 'name'> | undefined): string =>
  principal ? `您代${principal.name}办理，记入办理记录。` : ''

/** Text for the version that the change would replace, depending on whether everybody reads it. */
const describeCurrent = (lifecycle: Lifecycle, { status }: Of): string =>
  isOpen(lifecycle, status) ? '公开的内容' : '原来的内容'

/** Returns true if the caller could decide the change but for being its author. */
export function isOwnChange(
  lifecycle: Lifecycle,
  row: Of,
  change: ReviewedChange,
  action: string,
  caller: Caller,
): boolean {
  const stranger = { ...change, author: '' }
  const isDecided = (of: ReviewedChange) =>
    findChangeTransitions(lifecycle, row, of, caller).some(
      (step) => step.action === action && (step.to === row.status || lifecycle.states[step.to]?.stage),
    )
  return caller?.id === change.author && !isDecided(change) && isDecided(stranger)
}
