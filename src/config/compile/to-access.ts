// Owns what a page is told of who may call an operation that it offers.
import type { Operation } from '../../shared/content-model.ts'
import type { Audience } from '../../shared/roles.ts'

/** Said where not everybody signed in may call, so that no button is shown in vain. */
export function toAccess(operation: Pick<Operation, 'access'> | undefined): { access?: readonly Audience[] } {
  const access = operation?.access ?? []
  return access.includes('anyone') || access.includes('registered') ? {} : { access }
}
