// Declares the events that lead to notices, and their receivers.

import type { Audience } from '#shared/access/roles.ts'
import type { Condition } from '#shared/expressions/condition.ts'

/**
 * Followers of the item; the author of the comment; users who submitted something for the item; owners of unfinished
 * records that keep it; the account that a field of it names.
 */
export type Receiver = Audience | 'followers' | 'author' | 'applicants' | 'holders'

/** One notice that something leads to. */
export interface Notify {
  /** Name of the template. */
  readonly notify: string
  readonly to: readonly Receiver[]
  /** Of a step: goes to those who read the item before it, or before it was put aside, and read it no more. */
  readonly lost?: true
  /** Of a step: only where it ends in one of these states. */
  readonly in?: readonly string[]
}

/** Events of items besides their transitions. */
export interface NoticeEvents {
  /** The item was submitted; with `when` only items that meet the condition. */
  readonly add?: readonly (Notify & { readonly when?: Condition })[]
  /** Somebody else than its owner changed its fields. */
  readonly edit?: readonly Notify[]
  /** A comment on it became public. */
  readonly comment?: readonly Notify[]
  /** A reply to a comment became public; `author` wrote that comment. */
  readonly reply?: readonly Notify[]
  /** A comment was not let in, or removed; `author` wrote it. */
  readonly commentRefused?: readonly Notify[]
  readonly commentRemoved?: readonly Notify[]
  /** So many people like it. */
  readonly like?: readonly (Notify & { readonly at: readonly number[] })[]
  /** A date of it is near: `before` days and fewer, while the item is in one of `states`. */
  readonly due?: readonly DueNotice[]
}

export interface DueNotice extends Notify {
  readonly field: string
  readonly before: number
  readonly states: readonly string[]
}

export type NoticeEvent = keyof NoticeEvents | 'transition' | 'deadline'

/** Events that happen whatever a type configures. */
export const SYSTEM_EVENTS = [
  'account.approved',
  'account.region',
  'account.paused',
  'account.vacant',
  'announcement',
  'follow.new',
  'follow.digest',
  'account.blackened',
  'account.whitened',
  'comment.settled',
  'staff.created',
  'staff.passwordReset',
  'chat.settled',
  'chat.upheld',
  'delegation.begun',
  'delegation.ended',
  'webhook.failed',
  'service.created',
  'role.asked',
  'role.given',
  'role.ended',
  'queue.assigned',
  'release.ended',
] as const
export type SystemEvent = (typeof SYSTEM_EVENTS)[number]

/** Events about an item of any type; the others are about none. */
export const ABOUT_ITEMS: ReadonlySet<SystemEvent> = new Set([
  'follow.new',
  'account.paused',
  'account.vacant',
])

/** Values that texts may name as `{event.…}`, by event. */
export const EVENT_VALUES: Readonly<Record<NoticeEvent | SystemEvent, readonly string[]>> = {
  // `dropped`: that a change which waited beside the item is dropped by the step; empty where none did.
  transition: ['type', 'step', 'state', 'reason', 'words', 'dropped'],
  deadline: ['type', 'step', 'state', 'date', 'days'],
  add: ['type'],
  // Titles of what was changed and every reader sees.
  edit: ['type', 'fields'],
  comment: ['type', 'content', 'author'],
  reply: ['type', 'content', 'author'],
  commentRefused: ['type', 'content', 'reason'],
  commentRemoved: ['type', 'content', 'reason'],
  like: ['type', 'count'],
  due: ['type', 'date', 'days'],
  'account.approved': ['name'],
  // To whose area it is; `field` is what that is called.
  'account.region': ['name', 'field', 'from', 'to', 'reason'],
  // To who shares the matter with the account of that name, which is closed to its owner now.
  'account.paused': ['type', 'name'],
  // To who acts for that account meanwhile.
  'account.vacant': ['type', 'name'],
  announcement: ['title', 'content'],
  'follow.new': ['type'],
  'follow.digest': ['count', 'titles'],
  // To who is put on the blacklist, and to who is taken off it.
  'account.blackened': ['name', 'reason'],
  'account.whitened': ['name'],
  // To those who reported a comment; `decision` is the result.
  'comment.settled': ['content', 'decision', 'reason'],
  // To who audits: an operator has made an account of the staff, or given it a new password.
  'staff.created': ['id', 'name', 'userName', 'role', 'by'],
  'staff.passwordReset': ['id', 'name', 'userName', 'role', 'by'],
  // To those who reported a message; `userId` and `name` are those of its author.
  'chat.settled': ['userId', 'name', 'decision', 'reason'],
  // To the author of a message that was reported rightly.
  'chat.upheld': ['content', 'reason'],
  // To both, of whose part it is (`principal`) and who takes it over.
  'delegation.begun': ['principal', 'delegate', 'from', 'until', 'matters'],
  'delegation.ended': ['principal', 'delegate', 'from', 'until', 'matters', 'how'],
  // To who audits: an operator has made an account of a program.
  'service.created': ['id', 'name', 'userName', 'role', 'by'],
  // To administrators who may confirm it: another one gives a role, or has made an account of the staff.
  'role.asked': ['id', 'name', 'userName', 'role', 'scope', 'reason', 'by'],
  // To who audits, and to the account.
  'role.given': ['id', 'name', 'userName', 'role', 'scope', 'reason', 'by'],
  'role.ended': ['id', 'name', 'userName', 'role', 'scope', 'reason', 'by'],
  // To the account to which something that waits was handed over: its title, and by whom.
  'queue.assigned': ['id', 'title', 'by'],
  // To the author of a release, and to who has scheduled it: it was published, taken back, or not published.
  'release.ended': ['id', 'title', 'outcome', 'reason'],
  // To operators: an event did not reach the system of that name. `id` is that of the delivery.
  'webhook.failed': ['id', 'name', 'event', 'reason', 'outcome'],
}
