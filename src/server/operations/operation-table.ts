// Owns what one model serves: each operation with its handler, by address.
import type { Model, Operation } from '../../shared/model.ts'
import type { Handler, Handlers } from '../call.ts'
import { OperationValidator } from '../validation/operation-validator.ts'
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

/** Says in Chinese what keeps the server from serving the model; nothing when all is well. */
export function findGaps(model: Model, { handlers }: HandlerSources): string[] {
  const own = model.operations.filter(({ content }) => !content)
  const ids = new Set(own.map(({ id }) => id))
  return [
    ...own.filter(({ id }) => !Object.hasOwn(handlers, id)).map(({ id }) => `操作“${id}”没有处理程序`),
    ...Object.keys(handlers)
      .filter((id) => !ids.has(id))
      .map((id) => `处理程序“${id}”没有对应的操作`),
    ...model.operations.filter(({ access }) => access.length === 0).map(({ id }) => `操作“${id}”没有声明谁可以使用`),
  ]
}

export class OperationTable {
  readonly validator = new OperationValidator()
  readonly #addresses = new AddressTable<Served>()

  /** Throws when the model has a gap or two operations share an address. */
  constructor(model: Model, sources: HandlerSources) {
    const gaps = findGaps(model, sources)
    if (gaps.length > 0) throw new Error(gaps.join('；'))
    for (const operation of model.operations) {
      const handle = operation.content ? sources.forContent(operation) : (sources.handlers[operation.id] as Handler)
      if (!this.#addresses.add(operation.method, operation.path, { operation, handle }))
        throw new Error(`操作“${operation.id}”的地址 ${operation.method} ${operation.path} 已被占用`)
    }
  }

  find(path: string, method: string): Found<Served> | null {
    return this.#addresses.find(path, method)
  }
}
