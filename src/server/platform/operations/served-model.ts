// Derives once from a model everything to serve it: operations by address, validators, services bound to it.

import type { Services } from '#server/platform/call.ts'
import { OperationValidator } from '#server/platform/validation/operation-validator.ts'
import type { Model } from '#shared/model/model.ts'
import { type HandlerSources, OperationTable } from './operation-table.ts'

export interface ServedModel {
  readonly table: OperationTable
  readonly validator: OperationValidator
  /**
   * The services bound to this model. It stays the same for the whole call, even if the current model is replaced
   * meanwhile.
   */
  readonly services: Services
}

export function buildServedModels(
  services: Services,
  sources: HandlerSources,
): (model: Model) => ServedModel {
  const served = new WeakMap<Model, ServedModel>()
  return (model) => {
    const known = served.get(model)
    if (known) return known
    const built = {
      table: new OperationTable(model, sources),
      validator: new OperationValidator(model),
      services: { ...services, model: () => model },
    }
    served.set(model, built)
    return built
  }
}
