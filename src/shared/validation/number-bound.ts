// Compares two numbers of one form, such as a lower and an upper price.

export const NUMBER_RELATIONS = ['more', 'notLess', 'less', 'notMore'] as const
export type NumberRelation = (typeof NUMBER_RELATIONS)[number]

const WORDS: Readonly<Record<NumberRelation, string>> = {
  more: '应大于',
  notLess: '不能小于',
  less: '应小于',
  notMore: '不能大于',
}

/** Returns true for a value that is not a number: the schema reports that. */
export function keepsOrder(relation: NumberRelation, value: unknown, other: unknown): boolean {
  if (typeof value !== 'number' || typeof other !== 'number') return true
  if (relation === 'more') return value > other
  if (relation === 'notLess') return value >= other
  return relation === 'less' ? value < other : value <= other
}

export function toNumberMessage(title: string, relation: NumberRelation, other: string): string {
  return `${title}${WORDS[relation]}${other}`
}
