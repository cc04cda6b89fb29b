// Maps addresses to the operations of one model and their handlers.

import type { Handler, Handlers } from '#server/platform/call.ts'
import type { Model } from '#shared/model/model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { type AddressMatch, AddressTable } from './address-table.ts'

export interface Served {
  readonly operation: Operation
  readonly handle: Handler
}

export interface HandlerSources {
  readonly handlers: Handlers
  /** Builds the handler of a call that the content engine serves. */
  readonly forContent: (operation: Operation) => Handler
  /** Builds the handler of a call that registers an account; `role` is the role that it registers. */
  readonly forRegistration: (operation: string, role: string) => Handler
}

export class OperationTable {
  readonly #addresses = new AddressTable<Served>()

  /** The model must have passed `findGaps`. */
  constructor(model: Model, { handlers, forContent, forRegistration }: HandlerSources) {
    for (const operation of model.operations) {
      const { id, content, registers } = operation
      const handle = content
        ? forContent(operation)
        : registers !== undefined
          ? forRegistration(id, registers)
          : handlers[id]
      if (handle) this.#addresses.add(operation.method, operation.path, { operation, handle })
    }
  }

  find(path: string, method: string): AddressMatch<Served> | null {
    return this.#addresses.find(path, method)
  }
}
