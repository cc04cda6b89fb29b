// Tells which parts in items a colleague may take over, as the lifecycles allow.
import type { ContentType } from '#shared/model/content-model.ts'
import { type Audience, type Caller, isInAudience, membership } from './roles.ts'

type Parts = Readonly<Record<string, readonly Audience[]>>
type Types = readonly Pick<ContentType, 'name' | 'lifecycle'>[]

/**
 * Returns true if an account has the part in items of the type. By default it may have every part that an item
 * decides on.
 */
export type HasPart = (type: string, part: Audience) => boolean

/** By content type. */
export function partsFor(
  types: Types,
  principal: Caller,
  delegate: Caller,
  holds: HasPart = (_, part) => membership(principal, [part]) !== false,
): Parts {
  const parts = types.flatMap(({ name, lifecycle: { delegation = [] } }): [string, Audience[]][] => {
    const delegated = delegation.filter(({ part, to }) => holds(name, part) && isInAudience(delegate, to))
    return delegated.length === 0 ? [] : [[name, delegated.map(({ part }) => part)]]
  })
  return Object.fromEntries(parts)
}

/** Returns the audiences that may take over a part of the account; none if it has no part that can be delegated. */
export function colleaguesOf(types: Types, holds: HasPart): Audience[] {
  const named = types.flatMap(({ name, lifecycle: { delegation = [] } }) =>
    delegation.flatMap(({ part, to }) => (holds(name, part) ? to : [])),
  )
  return [...new Set(named)]
}

export const knowsDelegation = (types: Types): boolean =>
  types.some(({ lifecycle: { delegation } }) => delegation !== undefined)
