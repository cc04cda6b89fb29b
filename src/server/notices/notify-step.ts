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
  /** The step is of the change that waits beside the item, which stays as it is where the change ends. */
  readonly ofChange?: 'ended' | 'waits'
  /** The change that waited beside the item is dropped by it. */
  readonly isDropping?: boolean | undefined
}

export function notifyStep(
  transaction: Kysely<Schema>,
  { services, plan, asker, hand }: Stepping,
  itemId: string,
  { title, to, do: list, reason: asked, words: answered }: Step,
  { reason, before, ofChange, isDropping }: Telling,
): Promise<void> {
  const words = wordsOf(asked)
  const { lifecycle, title: what } = plan.type
  const state = lifecycle.states[to]?.title ?? to
  const told = list?.filter(isNotify).filter(({ in: ends }) => ends?.includes(to) !== false)
  return notify(transaction, services, told, {
    plan,
    itemId,
    actor: hand ?? asker?.id ?? null,
    before,
    cause: `step:${newId(services.clock())}`,
    values: {
      step: title,
      ...(ofChange ? { type: `${what}的修改稿` } : {}),
      state: ofChange === 'ended' ? '已生效' : state,
      reason: reason ?? '无',
      dropped: isDropping ? '此前提交的修改稿没有生效，以修改前的内容为准。' : '',
      words: words?.shown ?? words?.title ?? answered?.title ?? '原因',
    },
  })
}
