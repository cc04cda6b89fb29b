// Hides the owner of an item that was published anonymously, in answers and in SQL.

import { type Caller, GRANTS, isGranted, isInAudience } from '#shared/access/roles.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { quote } from './field-expression.ts'

interface Owned {
  readonly ownerId: string | null
  readonly body: Readonly<Record<string, unknown>>
}

/** Returns true if the caller must not learn the owner of the item. */
export function hidesOwner({ anonymous }: ContentType, { body, ownerId }: Owned, caller: Caller): boolean {
  if (anonymous === undefined || body[anonymous] !== true) return false
  return !isGranted(caller, GRANTS.moderate, GRANTS.examine) && !isInAudience(caller, ['owner'], { ownerId })
}

/** SQL: the row of whichever type was published anonymously. `row` is the alias of the item. */
export function isAnonymous({ contentTypes }: Model, row: string): string {
  const types = contentTypes.flatMap(({ name, anonymous }) =>
    anonymous === undefined
      ? []
      : [`(${row}.type = ${quote(name)} and ${row}.body->>${quote(anonymous)} = 'true')`],
  )
  return types.length === 0 ? 'false' : `(${types.join(' or ')})`
}
