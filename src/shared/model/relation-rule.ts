// Declares rules for facts about the caller's relations to an item.
import type { Audience } from '#shared/access/roles.ts'

/**
 * A list of audiences: the fact is true if the caller is among them. Lists by value: the fact is the first value
 * whose audiences include the caller.
 */
export type RelationRule = readonly Audience[] | Readonly<Record<string, readonly Audience[]>>
