// Makes the engine that a portal's own code calls: the operations of content types, in the name of a caller.

import { requireItem } from '#server/content/access/access.ts'
import { isOwner } from '#server/content/access/can-edit.ts'
import { contentHandler } from '#server/content/action-table.ts'
import { latestRevision, loadPending } from '#server/content/items/pending-change.ts'
import { fieldsHiddenFrom } from '#server/content/items/type-plan.ts'
import { Serialized } from '#server/platform/cache/read-cache.ts'
import type { BuildEngine, Engine, EngineCall, Nesting } from '#server/platform/call.ts'
import { canCallOperation, refuseAccess } from '#server/platform/operations/access.ts'
import { toFormUser } from '#server/platform/validation/form-scope.ts'
import { validatorFor } from '#server/platform/validation/operation-validator.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { queued } from './queued.ts'
import { buildSystemEngine, requirePlan } from './system-engine.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Returns the engine for a call: each of its calls is one of the operations of the content type, with the same access,
 * validation, audit and notices as over HTTP. In a hook they join the hook's transaction.
 *
 * @example
 * const engine = services.engine(call)
 * const { id } = await engine.add('loan', { bookId, until })
 */
export const buildEngine: BuildEngine = (call, nesting = {}) => {
  const inTurn = queued(nesting)
  const ask = (operation: Operation, params: Values, body: Values) =>
    inTurn(() => callOperation(call, nesting, operation, params, body))
  const engine: Engine = {
    add: async (type, body) => ask(operationOf(call, type, ['add', 'save']), {}, { ...body }),
    update: async (type, id, changes) => {
      const operation = operationOf(call, type, ['update', 'save'])
      return inTurn(async () => {
        const body = { ...(await loadEdited(call, type, id, operation)), ...changes, id }
        return callOperation(call, nesting, operation, {}, body)
      })
    },
    transition: async (type, id, action, input = {}) =>
      ask(operationOf(call, type, [action]), {}, { ...input, id }),
    list: async (type, query = {}) => ask(operationOf(call, type, ['list', 'manage']), { ...query }, {}),
    get: async (type, id) => ask(operationOf(call, type, ['info']), { id }, {}),
    asSystem: () => buildSystemEngine(call, nesting, inTurn),
  }
  return engine
}

/** The first of the actions that the type has and the caller may call; else the first that it has, which refuses him. */
function operationOf({ account, services }: EngineCall, type: string, actions: readonly string[]): Operation {
  const calls = requirePlan(services, type).calls
  const own = actions.flatMap((action) => calls.filter(({ content }) => content?.action === action))
  const operation = own.find((one) => canCallOperation(account, one)) ?? own[0]
  if (!operation) throw new TypeError(`内容类型“${type}”没有接口 ${actions.join('、')}，不能由 engine 调用`)
  return operation
}

/** As a request would: what the operation takes as parameters is taken from the body where it has none. */
async function callOperation(
  { account, request, services }: EngineCall,
  nesting: Nesting,
  operation: Operation,
  params: Values,
  body: Values,
): Promise<unknown> {
  refuseAccess(account, operation)
  const validator = validatorFor(services.model())
  const declared = (operation.params.properties ?? {}) as Values
  const isParameter = (name: string) => !operation.body || Object.hasOwn(declared, name)
  const given = Object.entries(body)
  const inAddress = { ...params, ...Object.fromEntries(given.filter(([name]) => isParameter(name))) }
  const inBody = Object.fromEntries(given.filter(([name]) => !Object.hasOwn(declared, name)))
  const { idempotencyKey: _ofTheWhole, ...own } = request
  const answer = await contentHandler(
    operation,
    nesting,
  )({
    params: validator.readParams(operation, inAddress),
    body: operation.body
      ? validator.readBody(operation, inBody, toFormUser(account), services.clock())
      : null,
    caller: account,
    account,
    request: own,
    services,
  })
  return answer instanceof Serialized ? JSON.parse(answer.json) : answer
}

/** The fields that the caller edits, as they are: an update is of the whole form. */
async function loadEdited(
  { account: caller, services }: EngineCall,
  type: string,
  id: string,
  { content }: Operation,
): Promise<Values> {
  const { db } = services
  const plan = requirePlan(services, type)
  const row = await requireItem({ plan, caller, params: {}, db }, id)
  const change = await loadPending(db, row.id)
  const { body } = change && isOwner(row, caller) ? change : row
  const hidden = fieldsHiddenFrom(plan, caller, row)
  const names = plan.formFor(body).fields.map(({ name }) => name)
  const seen = names.filter((name) => !hidden.has(name) && body[name] !== undefined)
  const revision = content?.action === 'update' ? { revision: latestRevision(row, change) } : {}
  return { ...Object.fromEntries(seen.map((name) => [name, body[name]])), ...revision }
}
