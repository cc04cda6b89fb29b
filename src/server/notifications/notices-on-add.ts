// Selects the notices for a submitted item.
import { evaluateCondition } from '#shared/expressions/condition.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Notify } from '#shared/model/notice-events.ts'

export const noticesOnAdd = (
  { events }: Pick<ContentType, 'events'>,
  body: Readonly<Record<string, unknown>>,
): readonly Notify[] =>
  (events?.add ?? []).filter(({ when }) => when === undefined || evaluateCondition(when, { item: body }))
