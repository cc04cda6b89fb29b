// Owns the notices of a transition, of an item or of the change that waits beside it.
import type { Kysely } from 'kysely'
import { isNotify } from '../../shared/effects.ts'
import { type Transition, wordsOf } from '../../shared/lifecycle.ts'
import type { Stepping } from '../content/action.ts'
import type { ItemRow } from '../content/item-row.ts'
import { newId } from '../database/new-id.ts'
import type { Schema } from '../database/schema.ts'
import { notify } from './notify.ts'

type Step = Pick<Transition, 'title' | 'to' | 'do' | 'reason' | 'words'>

export interface Telling {
  readonly reason?: string | undefined
  /** The item before it. */
  readonly before?: ItemRow | undefined
}

export function notifyStep(
  transaction: Kysely<Schema>,
  { services, plan, asker, hand }: Stepping,
  itemId: string,
  { title, to, do: list, reason: asked, words: answered }: Step,
  { reason, before }: Telling,
): Promise<void> {
  const words = wordsOf(asked)
  return notify(transaction, services, list?.filter(isNotify), {
    plan,
    itemId,
    actor: hand ?? asker?.id ?? null,
    before,
    cause: `step:${newId(services.clock())}`,
    values: {
      step: title,
      state: plan.type.lifecycle.states[to]?.title ?? to,
      reason: reason ?? '无',
      words: words?.shown ?? words?.title ?? answered?.title ?? '原因',
    },
  })
}
