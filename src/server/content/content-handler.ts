// Owns the door of the content engine: a handler for every operation of a content type.

import type { Operation } from '../../shared/content-model.ts'
import { Failure } from '../../shared/errors.ts'
import type { Handler } from '../call.ts'
import { actionOf } from './action-table.ts'
import { namingDuplicates } from './refuse-duplicates.ts'
import { findPlan } from './type-plan.ts'

export function contentHandler(operation: Operation): Handler {
  const { content } = operation
  if (!content) throw new TypeError(`operation ${operation.id} belongs to no content type`)
  const action = actionOf(content.action)
  return async (call) => {
    const { services, params, asker } = call
    const plan = findPlan(services.model(), content.type)
    if (!plan) throw new Failure('NO_SUCH_ADDRESS') // the configuration was swapped meanwhile
    const context = { call, services, db: services.db, operation, content, plan, params, asker }
    return namingDuplicates(services.model(), () => action(context))
  }
}
