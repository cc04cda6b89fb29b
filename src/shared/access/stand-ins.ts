// Finds the accounts for which a caller acts: by delegation, or because they cannot act themselves.
import type { Related } from './facts.ts'
import { type Audience, type Caller, isHimself, type StandIn } from './roles.ts'

/**
 * Returns the accounts that the caller represents for the object, each with the parts that are delegated or vacant.
 * Empty for a visitor, without an object type, and if the caller owns the object.
 * @example
 * const caller = { id: 'u1', role: 'supplier', standsIn: [{ id: 'u2', name: '甲', role: 'supplier', parts }] }
 * standInsFor(caller, { type: 'demand', ownerId: 'u2' }).map(({ principal }) => principal.id) // → ['u2']
 */
export function standInsFor(caller: Caller, object: Related | undefined): readonly DelegatedParts[] {
  const { type } = object ?? {}
  if (caller === null || type === undefined || object?.ownerId === caller.id) return []
  const delegated = (caller.standsIn ?? []).flatMap((one) => {
    const parts = Object.hasOwn(one.parts, type) ? (one.parts[type] ?? []) : []
    return parts.length === 0 ? [] : [{ principal: one, parts }]
  })
  const vacant = (object?.vacant ?? []).flatMap(({ part, to, principal }) =>
    isHimself(caller, to, object)
      ? [{ principal: { ...principal, parts: { [type]: [part] } }, parts: [part] }]
      : [],
  )
  return [...delegated, ...vacant]
}

export interface DelegatedParts {
  readonly principal: StandIn
  readonly parts: readonly Audience[]
}
