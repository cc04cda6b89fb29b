// Simplifies predicates, decides what is known of them, and translates them into other languages.
import { type Condition, evaluateCondition, type Predicate, type Scope, type Test } from './condition.ts'

/** Translates the nodes of a predicate into another language. */
export interface Translation<Fact, To> {
  readonly constant: (value: boolean) => To
  readonly all: (parts: readonly To[]) => To
  readonly any: (parts: readonly To[]) => To
  readonly not: (part: To) => To
  readonly fact: (fact: Fact) => To
  readonly test: (path: string, test: Test) => To
}

export function translate<Fact, To>(predicate: Predicate<Fact>, to: Translation<Fact, To>): To {
  if (typeof predicate === 'boolean') return to.constant(predicate)
  const inner = (part: unknown) => translate(part as Predicate<Fact>, to)
  const parts = Object.entries(predicate).map(([key, value]) => {
    if (key === 'all' || key === 'any') return to[key]((value as readonly unknown[]).map(inner))
    if (key === 'not') return to.not(inner(value))
    return key === 'fact' ? to.fact(value as Fact) : to.test(key, value as Test)
  })
  return parts.length === 1 ? (parts[0] as To) : to.all(parts)
}

export const all = <Fact>(parts: readonly Predicate<Fact>[]): Predicate<Fact> => joined('all', parts, false)

export const any = <Fact>(parts: readonly Predicate<Fact>[]): Predicate<Fact> => joined('any', parts, true)

export const not = <Fact>(part: Predicate<Fact>): Predicate<Fact> =>
  typeof part === 'boolean' ? !part : { not: part }

/** `decisive` alone decides; its opposite changes nothing. */
function joined<Fact>(
  by: 'all' | 'any',
  parts: readonly Predicate<Fact>[],
  decisive: boolean,
): Predicate<Fact> {
  if (parts.includes(decisive)) return decisive
  const open = parts.flatMap((part) => (typeof part === 'boolean' ? [] : innerOf(part, by)))
  if (open.length < 2) return open[0] ?? !decisive
  return { [by]: open } as unknown as Predicate<Fact>
}

/** The parts of which one suffices. */
export const alternatives = <Fact>(predicate: Predicate<Fact>): readonly Predicate<Fact>[] =>
  typeof predicate === 'object' ? innerOf(predicate, 'any') : [predicate]

const innerOf = <Fact>(
  part: Exclude<Predicate<Fact>, boolean>,
  by: 'all' | 'any',
): readonly Predicate<Fact>[] => {
  const [[key, inner] = [], ...more] = Object.entries(part)
  return key === by && more.length === 0 ? inner : [part]
}

/**
 * Returns the predicate with leaves replaced, and simplified: what is known already becomes true or false, the rest
 * stays.
 *
 * @example
 * decide({ all: [{ fact: 'isOwner' }, { 'item.status': 'online' }] }, { fact: () => true }) // → { 'item.status': 'online' }
 */
export function decide<Fact, Left = Fact>(
  predicate: Predicate<Fact>,
  known: {
    readonly fact: (fact: Fact) => Predicate<Left>
    readonly test?: (path: string, test: Test) => Predicate<Left>
  },
): Predicate<Left> {
  const test = known.test ?? ((path: string, value: Test): Predicate<Left> => ({ [path]: value }))
  return translate<Fact, Predicate<Left>>(predicate, {
    constant: (value) => value,
    all: (parts) => all(parts),
    any: (parts) => any(parts),
    not: (part) => not(part),
    fact: known.fact,
    test,
  })
}

/** Decides the tests of the paths that are known in `scope`; the others stay. */
export const decideTests = (
  condition: Condition,
  isKnown: (path: string) => boolean,
  scope: Scope,
): Predicate =>
  decide<never>(condition, {
    fact: (fact) => fact,
    test: (path, test) => (isKnown(path) ? evaluateCondition({ [path]: test }, scope) : { [path]: test }),
  })
