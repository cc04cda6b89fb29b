// Sends the notices of a transition of an item or of its pending change.
import type { Kysely } from 'kysely'
import type { ItemTransitioned } from '#server/content/events.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { isNotify } from '#shared/lifecycles/effects.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import { notify } from './notify.ts'

export function notifyTransition(
  transaction: Kysely<Schema>,
  { context, itemId, row, transition, reason, before, ofChange, isDropping }: ItemTransitioned,
): Promise<void> {
  const { services, plan, caller, hand } = context
  const { title, to, do: list, reason: reasonRule, words: answered } = transition
  const words = resolveReason(reasonRule)
  const { lifecycle, title: what } = plan.type
  const state = lifecycle.states[to]?.title ?? to
  const notices = list?.filter(isNotify).filter(({ in: ends }) => ends?.includes(to) !== false)
  return notify(transaction, services, notices, {
    plan,
    itemId,
    row,
    actor: hand ?? caller?.id ?? null,
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
