// Compares two numbers of one form, such as a lower and an upper price.
import { isOrdered, type Order } from '#shared/expressions/condition.ts'

export const NUMBER_RELATIONS = ['more', 'notLess', 'less', 'notMore'] as const
export type NumberRelation = (typeof NUMBER_RELATIONS)[number]

const MEANINGS: Readonly<Record<NumberRelation, { readonly order: Order; readonly words: string }>> = {
  more: { order: 'gt', words: '应大于' },
  notLess: { order: 'gte', words: '不能小于' },
  less: { order: 'lt', words: '应小于' },
  notMore: { order: 'lte', words: '不能大于' },
}

/** Returns true for a value that is not a number: the schema reports that. */
export function keepsOrder(relation: NumberRelation, value: unknown, other: unknown): boolean {
  if (typeof value !== 'number' || typeof other !== 'number') return true
  return isOrdered(value, MEANINGS[relation].order, other)
}

export const toNumberMessage = (title: string, relation: NumberRelation, other: string): string =>
  `${title}${MEANINGS[relation].words}${other}`
