// Declares the effects of a transition: a small set, so that every effect can be checked.
import type { Scalar } from '#shared/expressions/condition.ts'
import type { Notify } from '#shared/model/notice-events.ts'

/** A placeholder for a value that is known only when the transition is executed. */
export interface DynamicValue {
  /** `today`, `now`, `actor`, `form.` and a field of the step's form, `item.` and a field of the item. */
  readonly from: string
}

export type EffectValue = Scalar | DynamicValue

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
 * Executes a transition of related items too: of the parent, which must be in a state that allows it; or of children
 * of a type, or of siblings, as far as they are in a state from which the transition leads. The right to execute this
 * transition includes the other.
 */
export interface MoveEffect {
  readonly move: 'parent' | 'children' | 'siblings'
  readonly action: string
  /** Of the children. */
  readonly type?: string
}

/** Makes a record of another type, once for an item and a step: what it holds is taken from here. */
export interface CreateEffect {
  readonly create: string
  readonly with: Readonly<Record<string, EffectValue>>
  /** The owner of the record; by default the item's owner. */
  readonly for?: 'owner' | 'actor'
}

/** A clock of the lifecycle begins or goes on (`start`; from nothing with `anew`), or stands still (`stop`). */
export type TimerEffect = { readonly start: string; readonly anew?: true } | { readonly stop: string }

export type Effect = Notify | SetEffect | ReceiptEffect | MoveEffect | CreateEffect | TimerEffect

export const isCreating = (effect: Effect): effect is CreateEffect => 'create' in effect

export const isTimerEffect = (effect: Effect): effect is TimerEffect => 'start' in effect || 'stop' in effect

export const isMoving = (effect: Effect): effect is MoveEffect => 'move' in effect

export const isNotify = (effect: Effect): effect is Notify => 'notify' in effect

/** Returns true if the effect notifies former readers of the item. */
export const isForLosers = (effect: Effect): boolean => isNotify(effect) && effect.lost === true

/** Those that write to the item itself, in their order. */
export type WritingEffect = SetEffect | ReceiptEffect

export const isWriting = (effect: Effect): effect is WritingEffect => 'set' in effect || 'receipt' in effect

export const isDynamicValue = (value: EffectValue): value is DynamicValue =>
  typeof value === 'object' && value !== null

/** The fields of the item that it writes. */
export function writtenBy(effect: Effect): readonly string[] {
  if ('set' in effect) return Object.keys(effect.set)
  return 'receipt' in effect && effect.field !== undefined ? [effect.field] : []
}
