// Declares the events of the content engine: items added, edited, moved, liked; comments decided.

import type { AuditEntry } from '#server/platform/call.ts'
import { defineEvent } from '#server/platform/events.ts'
import type { CommentState } from '#shared/lifecycles/comment-state.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import type { Notify } from '#shared/model/notice-events.ts'
import type { ActionContext, TransitionContext, WriteScope } from './action.ts'
import type { ItemRow } from './items/item-row.ts'
import type { TypePlan } from './items/type-plan.ts'
import type { Body } from './write/validate.ts'

/** The item is stored already. */
export interface ItemAdded {
  readonly plan: TypePlan
  readonly itemId: string
  /** Null for a visitor and for the system. */
  readonly actor: string | null
  readonly body: Body
}
export const itemAdded = defineEvent<ItemAdded>('item.added')

/** `before` is the item before the edit, `body` the whole new body, stored already. */
export interface ItemEdited {
  readonly context: ActionContext
  readonly before: ItemRow
  readonly body: Body
}
export const itemEdited = defineEvent<ItemEdited>('item.edited')

/** Emitted last, when the item and everything that moves with it are stored. */
export interface ItemTransitioned {
  readonly context: TransitionContext
  readonly itemId: string
  /** The item after the transition; absent where other items that were written may decide who reads it. */
  readonly row?: ItemRow | undefined
  readonly transition: Pick<Transition, 'title' | 'to' | 'do' | 'reason' | 'words'>
  readonly reason?: string | undefined
  /** The item before the transition. */
  readonly before?: ItemRow | undefined
  /** Set where the transition is of the pending change of an item, whose own state stays where the change ends. */
  readonly ofChange?: 'ended' | 'waits'
  /** True where the transition drops the pending change of the item. */
  readonly isDropping?: boolean | undefined
}
export const itemTransitioned = defineEvent<ItemTransitioned>('item.transitioned')

/** A parent under which items of a type take places. */
export interface Family {
  readonly type: string
  readonly parentId: string
}

/** Places became free by a write, which ends with giving them away. */
export interface PlacesFreed {
  readonly scope: WriteScope
  readonly services: ActionContext['services']
  readonly families: readonly Family[]
  /** Of the audit log, which the write adds to its own. */
  readonly entries: AuditEntry[]
}
export const placesFreed = defineEvent<PlacesFreed>('places.freed')

export interface ItemLiked {
  readonly plan: TypePlan
  readonly itemId: string
  /** How many likes the item has now. */
  readonly count: number
}
export const itemLiked = defineEvent<ItemLiked>('item.liked')

/** A transition of the item falls due soon. */
export interface TransitionDueSoon {
  readonly plan: TypePlan
  readonly itemId: string
  readonly reminder: Notify
  /** Key of the reminder and its due time, so that nobody is reminded twice of the same. */
  readonly cause: string
  readonly values: Readonly<Record<string, string | number>>
}
export const transitionDueSoon = defineEvent<TransitionDueSoon>('transition.dueSoon')

export interface CommentDecided {
  readonly plan: TypePlan
  readonly actor: string
  readonly commentId: string
  readonly event: 'public' | 'commentRefused' | 'commentRemoved'
  readonly reason?: string | null
}
export const commentDecided = defineEvent<CommentDecided>('comment.decided')

/** Reports of one comment were settled by a decision about it. */
export interface ReportsSettled {
  readonly commentId: string
  readonly content: string
  readonly status: CommentState
  readonly reason: string | null
  readonly at: Date
  /** The accounts that reported the comment, except the one that decided. */
  readonly reporters: readonly string[]
}
export const reportsSettled = defineEvent<ReportsSettled>('comment.reportsSettled')
