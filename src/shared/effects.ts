// Owns what is done with a transition, as configured: a small set, so that every effect can be checked.
import type { Scalar } from './condition.ts'
import type { Notify } from './notice-events.ts'

/** What stands for a value that is known only when the step is taken. */
export interface TakenValue {
  /** `today`, `now`, `actor`, `form.` and a field of the step's form, `item.` and a field of the item. */
  readonly from: string
}

export type EffectValue = Scalar | TakenValue

/** Fields of the item that it writes; null empties one. */
export interface SetEffect {
  readonly set: Readonly<Record<string, EffectValue>>
}

/** Numbers the item's receipt, such as `DEC-2026-000123`: once, and in the field too. */
export interface ReceiptEffect {
  readonly receipt: string
  readonly field?: string
}

export type Effect = Notify | SetEffect | ReceiptEffect

export const isNotify = (effect: Effect): effect is Notify => 'notify' in effect

/** Those that write, in their order. */
export type WritingEffect = Exclude<Effect, Notify>

export const isWriting = (effect: Effect): effect is WritingEffect => !isNotify(effect)

export const isTaken = (value: EffectValue): value is TakenValue =>
  typeof value === 'object' && value !== null

/** The fields of the item that it writes. */
export function writtenBy(effect: Effect): readonly string[] {
  if ('set' in effect) return Object.keys(effect.set)
  return 'receipt' in effect && effect.field !== undefined ? [effect.field] : []
}
