// Stage persist: the log of what happens to an item, its transitions and the edits of others than its owner.
import { isDeepStrictEqual } from 'node:util'
import { isOwner } from '#server/content/access/can-edit.ts'
import type { ActionContext, TransitionContext } from '#server/content/action.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { viewersIn } from '#shared/access/field-read-access.ts'
import { canContainNumber } from '#shared/access/personal-fields.ts'
import type { Audience } from '#shared/access/roles.ts'
import { labelOf } from '#shared/content/dictionary-label.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Body } from './validate.ts'

/** Action of a pending change that its author handed in. */
export const CHANGE_SUBMITTED = 'change:submit'

/** Action of a pending change that was dropped, because a transition decided on the approved version. */
export const CHANGE_DROPPED = 'change:_dropped'

export interface TransitionEntry {
  /** A transition's action; with `change:` before it, it is of a change of the item's fields, with `back:`
   *  it led back, with `vote:` others have to take it too. */
  readonly action: string
  readonly from: string
  readonly to: string
  readonly reason?: string | undefined
  /** As whom it was taken. */
  readonly part?: string | undefined
  readonly form?: string | undefined
  readonly answers?: Readonly<Record<string, unknown>> | undefined
  readonly remarks?: Readonly<Record<string, string>> | undefined
}

export async function logTransition(
  { db, services, caller, hand }: Pick<TransitionContext, 'db' | 'services' | 'caller' | 'hand'>,
  itemId: string,
  { action, from, to, reason, part, form, answers, remarks }: TransitionEntry,
): Promise<void> {
  await db
    .insertInto('transitionLog')
    .values({
      itemId,
      actor: hand ?? caller?.id ?? '',
      behalf: hand === undefined ? null : (caller?.id ?? null),
      action,
      fromStatus: from,
      toStatus: to,
      reason: reason ?? null,
      part: part ?? null,
      form: form ?? null,
      answers: answers ?? null,
      remarks: remarks ?? null,
      at: services.clock(),
    })
    .execute()
}

/** Stands before the titles of the changed fields, which the entry keeps where others keep a reason. */
export const EDIT = 'change:edit'

/** The same of what followed from a step of another item: with the field's title what it says now. */
export const FOLLOWED = 'change:followed'

/** Audiences that include the owner of an item. The history does not name fields that are only for others. */
const OWNERS: ReadonlySet<Audience> = new Set(['anyone', 'registered', 'participant', 'owner'])

/** Returns the fields readable by the owner that somebody else changes; `body` is the complete new body. */
export function editedFields({ plan, caller }: ActionContext, row: ItemRow, body: Body): readonly Field[] {
  if (row.ownerId === null || isOwner(row, caller)) return []
  return changedFields(plan, row, body)
}

/** Returns the changed fields that the owner may read. */
function changedFields({ own }: ActionContext['plan'], row: ItemRow, body: Body): readonly Field[] {
  return own.filter(
    ({ name, visible }) =>
      (visible === undefined || viewersIn(visible, row.status).some((audience) => OWNERS.has(audience))) &&
      !isDeepStrictEqual(row.body[name], body[name]),
  )
}

/** Logs the edit. Does nothing if the item has no owner, or if the owner edits it. */
export async function logEdit(context: ActionContext, row: ItemRow, body: Body): Promise<void> {
  const reason = editedFields(context, row, body)
    .map(({ title }) => title)
    .join('、')
  if (reason) await logTransition(context, row.id, { action: EDIT, from: row.status, to: row.status, reason })
}

/**
 * Logs an edit without an actor: the system made it because of a transition elsewhere, which has its own log entry.
 */
export async function logFollowed(
  { db, plan, services }: Pick<ActionContext, 'db' | 'plan' | 'services'>,
  row: ItemRow,
  body: Body,
): Promise<void> {
  const model = services.model()
  const changes = changedFields(plan, row, body).map((field) => {
    const { name, title, dict } = field
    // Logs name personal data, and never repeat them.
    const value =
      dict === undefined || canContainNumber(field)
        ? undefined
        : labelOf(model, dict, String(body[name] ?? ''))
    return value ? `${title}变为“${value}”` : `${title}有变化`
  })
  if (changes.length === 0) return
  const entry = { action: FOLLOWED, from: row.status, to: row.status, reason: changes.join('、') }
  await logTransition({ db, services, caller: null }, row.id, entry)
}
