// Declares the counting of items: fields that count children, and limits of how many items there can be.

/** A field that counts the children of one type, or adds up a number field of theirs: `count` or `sum`. */
export interface Aggregate {
  /** The type of the children. */
  readonly count?: string
  /** The type of the children and their number field, such as `repair.cost`. */
  readonly sum?: string
  /** Absent for all states but those in which an item is deleted. */
  readonly states?: readonly string[]
}

export interface Capacity {
  /** The number field of the parent: `parent.<field>`. */
  readonly places: string
  readonly states: readonly string[]
  /** What a refusal says. */
  readonly full?: string
  /** Where an item waits while the places are taken, and the transition by which it takes one. */
  readonly waiting?: { readonly state: string; readonly action: string }
}

export interface PersonLimit {
  readonly most: number
  readonly states: readonly string[]
  /** Counted under each parent by itself. */
  readonly under?: 'parent'
}

/** No two items of the same `by` are in these states at the same time. */
export interface Overlap {
  readonly by: string
  readonly from: string
  readonly to: string
  readonly states: readonly string[]
}

/** How many items of a type there can be. */
export interface ItemLimits {
  readonly capacity?: Capacity
  readonly perPerson?: PersonLimit
  readonly overlap?: Overlap
}

const PARENT = 'parent.'

/** The field of the parent that holds the number of places. */
export const placesField = ({ places }: Capacity): string => places.slice(PARENT.length)

/**
 * The type of the children that an aggregate reads, and the field that it adds up.
 *
 * @example
 * sourceOf({ sum: 'repair.cost' }) // → { type: 'repair', field: 'cost' }
 */
export function sourceOf({ count, sum }: Aggregate): { readonly type: string; readonly field?: string } {
  const [type = '', field] = (count ?? sum ?? '').split('.')
  return field === undefined ? { type } : { type, field }
}

/** As much of a content type as counting needs. */
interface CountedType {
  readonly lifecycle: { readonly states: Readonly<Record<string, { readonly gone?: boolean }>> }
}

interface ChildType {
  readonly parent?: string
  readonly fields: readonly { readonly name: string; readonly ref?: string }[]
}

/** The states of the children that an aggregate counts. */
export const countedStates = ({ states }: Aggregate, { lifecycle }: CountedType): readonly string[] =>
  states ?? Object.entries(lifecycle.states).flatMap(([name, { gone }]) => (gone ? [] : [name]))

/** The type of what the items of a type stand under. */
export const parentTypeOf = ({ parent, fields }: ChildType): string | undefined =>
  fields.find(({ name }) => name === parent)?.ref
