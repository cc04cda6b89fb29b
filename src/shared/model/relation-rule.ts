// Owns what somebody is told of where he stands to an item.
import type { Audience } from '#shared/access/roles.ts'

/** Whether he is among the audiences, or the first value whose audiences he is among. */
export type RelationRule = readonly Audience[] | Readonly<Record<string, readonly Audience[]>>
