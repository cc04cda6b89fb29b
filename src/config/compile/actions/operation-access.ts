// Owns what a page is told of who may call an operation that it offers.

import type { Audience } from '#shared/access/roles.ts'
import type { Operation } from '#shared/model/content-model.ts'

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
