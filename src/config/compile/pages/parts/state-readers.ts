// Computes the possible readers of items in each state of a lifecycle, independent of the owner of an item.

import { type Audience, isRelation, regionalOf } from '#shared/access/roles.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { ContentAction, Operation } from '#shared/model/operation-model.ts'

/** By which one comes to own an item. */
const MAKING: readonly ContentAction[] = ['add', 'save', 'set']

/** Of the states that not everybody reads; the relations are given as the roles and groups that may come into them. */
export function stateReaders(
  { name, lifecycle }: ContentType,
  operations: readonly Operation[],
): Readonly<Record<string, readonly Audience[]>> {
  const making = operations.filter(
    ({ content }) => content?.type === name && (MAKING as readonly string[]).includes(content.action),
  )
  const makers = making.flatMap(({ access }) => access).filter((audience) => !isRelation(audience))
  const owners = makers.length > 0 ? makers : ['registered']
  const toPeople = (audience: Audience): readonly Audience[] => {
    if (audience === 'owner') return owners
    const regional = regionalOf(audience)
    if (regional !== undefined) return toPeople(regional)
    return [isRelation(audience) ? 'registered' : audience]
  }
  return Object.fromEntries(
    Object.entries(lifecycle.states).flatMap(([state, { readers }]) =>
      readers === undefined ? [] : [[state, [...new Set(readers.flatMap(toPeople))]]],
    ),
  )
}
