// Owns what one model serves: each operation with its handler, by address.
import type { Operation } from '../../shared/content-model.ts'
import type { Model } from '../../shared/model.ts'
import type { Handler, Handlers } from '../call.ts'
import { registrationHandler } from '../registration/registration-handlers.ts'
import { AddressTable, type Found } from './address-table.ts'

export interface Served {
  readonly operation: Operation
  readonly handle: Handler
}

export interface HandlerSources {
  readonly handlers: Handlers
  /** Builds the handler of a call that the content engine serves. */
  readonly forContent: (operation: Operation) => Handler
}

export class OperationTable {
  readonly #addresses = new AddressTable<Served>()

  /** The model must have passed `findGaps`. */
  constructor(model: Model, { handlers, forContent }: HandlerSources) {
    for (const operation of model.operations) {
      const { id, content, registers } = operation
      const handle = content
        ? forContent(operation)
        : registers !== undefined
          ? registrationHandler(id, registers)
          : handlers[id]
      if (handle) this.#addresses.add(operation.method, operation.path, { operation, handle })
    }
  }

  find(path: string, method: string): Found<Served> | null {
    return this.#addresses.find(path, method)
  }
}
