// Writes an entry to the transition log of an item.
import type { Kysely } from 'kysely'
import type { TransitionContext } from '#server/content/action.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** Action of a pending change that was dropped, because a transition decided on the approved version. */
export const CHANGE_DROPPED = 'change:_dropped'

interface TransitionEntry {
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
  transaction: Kysely<Schema>,
  { services, caller, hand }: Pick<TransitionContext, 'services' | 'caller' | 'hand'>,
  itemId: string,
  { action, from, to, reason, part, form, answers, remarks }: TransitionEntry,
): Promise<void> {
  await transaction
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
