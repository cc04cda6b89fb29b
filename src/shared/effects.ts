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

/**
 * Takes a step of related items along: of the one above, which must be able to; of those of a type below it, or of those
 * beside it under the same one, as far as they are in a state that the step leads from. Whoever takes this step may.
 */
export interface MoveEffect {
  readonly move: 'parent' | 'children' | 'siblings'
  readonly action: string
  /** Of the children. */
  readonly type?: string
}

export type Effect = Notify | SetEffect | ReceiptEffect | MoveEffect

export const isMoving = (effect: Effect): effect is MoveEffect => 'move' in effect

export const isNotify = (effect: Effect): effect is Notify => 'notify' in effect

/** Those that write to the item itself, in their order. */
export type WritingEffect = Exclude<Effect, Notify | MoveEffect>

export const isWriting = (effect: Effect): effect is WritingEffect => !isNotify(effect) && !isMoving(effect)

export const isTaken = (value: EffectValue): value is TakenValue =>
  typeof value === 'object' && value !== null

/** The fields of the item that it writes. */
export function writtenBy(effect: Effect): readonly string[] {
  if ('set' in effect) return Object.keys(effect.set)
  return 'receipt' in effect && effect.field !== undefined ? [effect.field] : []
}
