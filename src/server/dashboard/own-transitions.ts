// Lists the lifecycle transitions that owners may take for several of their items at once.

import { canCall } from '#server/platform/operations/access.ts'
import type { Caller } from '#shared/access/roles.ts'
import { permittedTransitions } from '#shared/lifecycles/lifecycle.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import type { Model } from '#shared/model/model.ts'

interface OwnRow {
  readonly type: string
  readonly status?: string
  readonly revision?: number
  readonly body?: Readonly<Record<string, unknown>> | undefined
  readonly parentStatus?: string | null | undefined
  readonly approvedRevision?: number | null | undefined
  readonly leftStatus?: string | null | undefined
}

/** The actions that are permitted now and ask for nothing: no form, no required words, no echo of fields. */
export function findOwnTransitions(model: Model, row: OwnRow, owner: Caller): readonly string[] {
  const type = model.contentTypes.find(({ name }) => name === row.type)
  if (!type || !owner) return []
  const { approvedRevision = null, body = {}, leftStatus = null, parentStatus = null } = row
  const { revision = 0, status = '' } = row
  const item = {
    ...{ type: type.name, ownerId: owner.id, status, revision, body },
    ...{ approvedRevision, leftStatus, parentStatus },
  }
  const isCalled = (action: string) => {
    const operation = model.operations.find(({ id }) => id === type.operations[action])
    return operation !== undefined && canCall(owner, operation)
  }
  return permittedTransitions(type.lifecycle, item, owner)
    .filter(({ form, marks, reason }) => {
      const words = resolveReason(reason)
      return form === undefined && marks === undefined && (words === undefined || words.optional === true)
    })
    .map(({ action }) => action)
    .filter(isCalled)
}
