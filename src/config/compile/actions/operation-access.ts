// Compiles the access of an operation that a page offers.

import type { Audience } from '#shared/access/roles.ts'
import type { Operation } from '#shared/model/operation-model.ts'

const EVERYBODY = ['anyone', 'registered'] as const

/** Said where not everybody signed in may call, so that no button is shown in vain; visitors are shown every one. */
export function toAccess(operation: Pick<Operation, 'access' | 'writes' | 'personal'> | undefined): {
  access?: readonly Audience[]
} {
  if (!operation) return { access: [] }
  const { access, writes, personal } = operation
  if (!EVERYBODY.some((audience) => access.includes(audience))) return { access }
  return writes && !personal ? { access: ['participant'] } : {}
}
