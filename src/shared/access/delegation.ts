// Owns what of a person's parts in items a colleague may take over, as the lifecycles allow it.
import type { ContentType } from '#shared/model/content-model.ts'
import { type Asker, type Audience, isHimself, isRelation, regionalOf } from './roles.ts'

type Parts = Readonly<Record<string, readonly Audience[]>>
type Types = readonly Pick<ContentType, 'name' | 'lifecycle'>[]

/** Whether somebody has a part in items of a type; without it, every part that an item decides on may be his. */
export type HoldsPart = (type: string, part: Audience) => boolean

/** By content type. */
export function partsFor(
  types: Types,
  principal: Asker,
  delegate: Asker,
  holds: HoldsPart = (_, part) => mayHold(principal, part),
): Parts {
  const parts = types.flatMap(({ name, lifecycle: { delegation = [] } }): [string, Audience[]][] => {
    const handed = delegation.filter(({ part, to }) => holds(name, part) && isHimself(delegate, to))
    return handed.length === 0 ? [] : [[name, handed.map(({ part }) => part)]]
  })
  return Object.fromEntries(parts)
}

/** Who may take over something of his; nobody where he has nothing that somebody could. */
export function colleaguesOf(types: Types, holds: HoldsPart): Audience[] {
  const named = types.flatMap(({ name, lifecycle: { delegation = [] } }) =>
    delegation.flatMap(({ part, to }) => (holds(name, part) ? to : [])),
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
