// Owns what of a person's parts in items a colleague may take over, as the lifecycles allow it.
import type { ContentType } from './content-model.ts'
import { type Asker, type Audience, isHimself, isRelation, regionalOf } from './roles.ts'

type Parts = Readonly<Record<string, readonly Audience[]>>
type Types = readonly Pick<ContentType, 'name' | 'lifecycle'>[]

/** By content type; of parts that an item decides on, every one may be his. */
export function partsFor(types: Types, principal: Asker, delegate: Asker): Parts {
  const parts = types.flatMap(({ name, lifecycle: { delegation = [] } }): [string, Audience[]][] => {
    const handed = delegation.filter(({ part, to }) => mayHold(principal, part) && isHimself(delegate, to))
    return handed.length === 0 ? [] : [[name, handed.map(({ part }) => part)]]
  })
  return Object.fromEntries(parts)
}

/** Who may take over something of his; nobody where he has nothing that somebody could. */
export function colleaguesOf(types: Types, principal: Asker): Audience[] {
  const named = types.flatMap(({ lifecycle: { delegation = [] } }) =>
    delegation.flatMap(({ part, to }) => (mayHold(principal, part) ? to : [])),
  )
  return [...new Set(named)]
}

export const knowsDelegation = (types: Types): boolean =>
  types.some(({ lifecycle: { delegation } }) => delegation !== undefined)

function mayHold(asker: Asker, part: Audience): boolean {
  const regional = regionalOf(part)
  if (regional !== undefined) return isHimself(asker, [regional])
  return isRelation(part) || isHimself(asker, [part])
}
