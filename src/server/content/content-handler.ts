// Creates the handler for each operation of a content type.

import type { Handler } from '#server/platform/call.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { actionOf } from './action-table.ts'
import { findPlan } from './items/type-plan.ts'
import { namingDuplicates } from './write/uniqueness.ts'

export function contentHandler(operation: Operation): Handler {
  const { content } = operation
  if (!content) throw new TypeError(`operation ${operation.id} belongs to no content type`)
  const action = actionOf(content.action)
  return async (call) => {
    const { services, params, caller } = call
    const plan = findPlan(services.model(), content.type)
    if (!plan) throw new Failure('NO_SUCH_ADDRESS') // the configuration was swapped meanwhile
    const context = { call, services, db: services.db, operation, content, plan, params, caller }
    return namingDuplicates(services.model(), () => action(context))
  }
}
