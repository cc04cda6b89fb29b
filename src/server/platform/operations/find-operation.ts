// Finds the operation of an address: one router for each model, with the handlers and the validator of that model.
import type { FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import type { Handler, Handlers, Services } from '#server/platform/call.ts'
import { type OperationValidator, validatorFor } from '#server/platform/validation/operation-validator.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Model } from '#shared/model/model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { perModel } from '#shared/model/per-model.ts'

export interface HandlerSources {
  /** The handlers as they are now: the same object until the portal's own code is replaced. */
  readonly handlers: () => Handlers
  /** Builds the handler of a call that the content engine serves. */
  readonly forContent: (operation: Operation) => Handler
  /** Builds the handler of a call that registers an account; `role` is the role that it registers. */
  readonly forRegistration: (operation: string, role: string) => Handler
}

interface Entry {
  readonly operation: Operation
  readonly handle: Handler
  /** The names of the parameters in the path, in order: the same address may name them differently by method. */
  readonly names: readonly string[]
}

type EntriesByMethod = Map<string, Entry>

/** The operation that a request calls. It stays the same for the whole call, even if the model is replaced meanwhile. */
export interface Match extends Entry {
  readonly params: Readonly<Record<string, string>>
  readonly validator: OperationValidator
  /** The services bound to the model of the operation. */
  readonly services: Services
}

/** Throws `NO_SUCH_ADDRESS`, or `METHOD_NOT_ALLOWED` with the header `allow`. */
export type FindOperation = (request: Pick<FastifyRequest, 'method' | 'url'>, reply: FastifyReply) => Match

/**
 * Returns the function that finds the operation of a request in the current model. A model is prepared when it is
 * first asked; it must have passed `findMissingHandlers`.
 *
 * @example
 * const find = buildFindOperation(services, { handlers: () => handlers, forContent, forRegistration })
 * const { operation, handle, params } = find(request, reply)
 */
export function buildFindOperation(services: Services, sources: HandlerSources): FindOperation {
  const servedOf = perModel((handlers: Handlers) =>
    perModel((model: Model) => ({
      find: buildRouter(model, sources, handlers),
      served: { validator: validatorFor(model), services: { ...services, model: () => model } },
    })),
  )
  return ({ method, url }, reply) => {
    const { find, served } = servedOf(sources.handlers())(services.model())
    const match = find(url)
    if (!match) throw new Failure('NO_SUCH_ADDRESS')
    const { entries, values } = match
    const entry = entries.get(method === 'HEAD' ? 'GET' : method)
    // A HEAD must not change anything, so a GET that does has none.
    if (entry && !(method === 'HEAD' && entry.operation.writes))
      return { ...entry, ...served, params: toParams(entry.names, values) }
    reply.header('allow', [...entries.keys()].join(', '))
    throw new Failure('METHOD_NOT_ALLOWED')
  }
}

interface AddressMatch {
  readonly entries: EntriesByMethod
  /** The values of the parameters in the path, decoded, in order. */
  readonly values: readonly string[]
}

/**
 * The router knows addresses only: an address with other methods is answered as such, whichever addresses with
 * parameters match it too.
 */
function buildRouter(
  model: Model,
  sources: HandlerSources,
  handlers: Handlers,
): (url: string) => AddressMatch | undefined {
  const router = findMyWay({ maxParamLength: Number.MAX_SAFE_INTEGER, querystringParser: () => ({}) })
  const byPattern = new Map<string, EntriesByMethod>()
  for (const operation of model.operations) {
    const handle = handlerOf(operation, sources, handlers)
    if (!handle) continue
    const names: string[] = []
    const pattern = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => `:${names.push(name)}`)
    const entries = byPattern.get(pattern) ?? new Map<string, Entry>()
    if (!byPattern.has(pattern)) router.on('GET', pattern, () => undefined, entries)
    byPattern.set(pattern, entries)
    entries.set(operation.method, { operation, handle, names })
  }
  return (url) => {
    const match = router.find('GET', url)
    const values = match ? Object.values(match.params).map(String) : []
    return match && !values.includes('') ? { entries: match.store, values } : undefined
  }
}

function handlerOf(operation: Operation, sources: HandlerSources, handlers: Handlers): Handler | undefined {
  const { id, content, registers } = operation
  if (content) return sources.forContent(operation)
  return registers === undefined ? handlers[id] : sources.forRegistration(id, registers)
}

const toParams = (names: readonly string[], values: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name, index) => [name, values[index] as string]))
