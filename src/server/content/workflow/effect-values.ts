// Resolves the values of effects: of the clock, the caller, the transition's form, the item.

import type { TransitionContext } from '#server/content/action.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import { type EffectValue, isDynamicValue } from '#shared/lifecycles/effects.ts'
import type { FieldType } from '#shared/model/content-model.ts'

export type SubmittedAnswers = Readonly<Record<string, unknown>>

interface EffectContext {
  readonly context: TransitionContext
  readonly answers: SubmittedAnswers
  readonly body: Readonly<Record<string, unknown>>
  /** The item's own number, which `item.id` names. */
  readonly id: string
}

/** For a field of that type; undefined empties it. */
export function resolveEffectValue(
  { context, answers, body, id }: EffectContext,
  type: FieldType | undefined,
  value: EffectValue,
): unknown {
  if (!isDynamicValue(value)) return value ?? undefined
  const now = context.services.clock()
  const [root = '', field = ''] = value.from.split('.')
  if (root === 'form') return answers[field] ?? undefined
  if (root === 'item') return field === 'id' ? id : (body[field] ?? undefined)
  if (root === 'actor') return context.caller?.id
  const isDay = root === 'today' || type === 'date'
  return isDay ? dayAt(now) : now.toISOString()
}
