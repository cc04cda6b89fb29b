// Owns which notices the handing in of an item leads to.
import { holds } from '#shared/expressions/condition.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Notify } from '#shared/model/notice-events.ts'

export const noticesOnAdd = (
  { events }: Pick<ContentType, 'events'>,
  body: Readonly<Record<string, unknown>>,
): readonly Notify[] =>
  (events?.add ?? []).filter(({ when }) => when === undefined || holds(when, { item: body }))
