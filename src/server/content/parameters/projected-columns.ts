// Assigns keys to columns of the projection.
import type { ContentType, Field } from '#shared/model/content-model.ts'
import { isNumber, type ParameterPlan } from './parameter-plan.ts'

/** Columns of the projection: numbers and choices of sets, single values and lists of the type's own fields. */
export type ColumnLetter = 'n' | 'c' | 'f' | 'l'
const HOW_MANY: Readonly<Record<ColumnLetter, number>> = { n: 16, c: 8, f: 8, l: 6 }

/** Id of the set for fields that items of all sets have. */
export const EVERY_SET = ''

export interface Slot {
  readonly key: string
  readonly slot: string
}

/** Returns the keys to be found by columns: by set, the letter of each key. */
export function wantedLetters(
  type: ContentType,
  plan: ParameterPlan,
): Map<string, Map<string, ColumnLetter>> {
  const last = plan.family.levels.length - 1
  const own = type.fields.flatMap((field): [string, ColumnLetter][] => {
    const letter = ownLetter(type, plan, field)
    return letter ? [[field.name, letter]] : []
  })
  const sets = plan.family.sets
    .filter(({ level }) => level === last)
    .map(({ id, fields }): [string, Map<string, ColumnLetter>] => [
      id,
      new Map(
        fields.flatMap((field): [string, ColumnLetter][] =>
          isNumber(field)
            ? field.filter || field.sort
              ? [[field.name, 'n']]
              : []
            : field.filter
              ? [[field.name, 'c']]
              : [],
        ),
      ),
    ])
  return new Map([[EVERY_SET, new Map(own)], ...sets])
}

/** Chooser and region have columns of their own; other kinds are filtered in the item itself. */
function ownLetter(type: ContentType, { chooser }: ParameterPlan, field: Field): ColumnLetter | undefined {
  const isOpen = field.filter && !field.system && field.visible === undefined
  if (!isOpen || field.name === chooser.name || field.name === type.region) return undefined
  if (['dict', 'ref', 'boolean'].includes(field.type)) return 'f'
  return ['dict-list', 'ref-list', 'text-list'].includes(field.type) ? 'l' : undefined
}

/**
 * Assigns the keys of one set to columns. Keys keep their column; new keys get a free one. A column that no key uses
 * any more is reused only if no other is free, since another process may still read it. Keys without a column are
 * filtered in the items.
 */
export function assignSlots(wanted: ReadonlyMap<string, ColumnLetter>, present: readonly Slot[]): Slot[] {
  const kept = new Map(present.map((one) => [one.key, one.slot]))
  for (const [key, letter] of wanted) if (kept.get(key)?.startsWith(letter) === false) kept.delete(key)
  for (const [key, letter] of wanted) {
    if (kept.has(key)) continue
    const taken = new Set(kept.values())
    const all = Array.from({ length: HOW_MANY[letter] }, (_, index) => `${letter}${index + 1}`)
    const stale = [...kept].find(([other, slot]) => !wanted.has(other) && slot.startsWith(letter))
    const free = all.find((slot) => !taken.has(slot)) ?? stale?.[1]
    if (free === undefined) continue
    if (stale && free === stale[1]) kept.delete(stale[0])
    kept.set(key, free)
  }
  return [...kept].map(([key, slot]) => ({ key, slot }))
}
