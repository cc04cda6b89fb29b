// Owns the way of one call: find the operation, who asks, may they, what they sent, answer.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../shared/errors.ts'
import type { Model, Operation } from '../../shared/model.ts'
import { withoutEmpty } from '../../shared/normalise.ts'
import { type Asker, isInAudience } from '../../shared/roles.ts'
import type { Account, Handler, Services } from '../call.ts'
import { contentHandler } from '../content/content-handler.ts'
import { HANDLERS } from '../handlers.ts'
import { readSession } from '../session/read-session.ts'
import { checkBody, parseParams } from '../validation/validator.ts'
import { OperationTable } from './operation-table.ts'
import { Serialized } from './serialized.ts'

const tables = new WeakMap<Model, OperationTable>()
const contentHandlers = new WeakMap<Operation, Handler>()

function tableOf(model: Model): OperationTable {
  let table = tables.get(model)
  if (!table) {
    table = new OperationTable(model)
    tables.set(model, table)
  }
  return table
}

/** The handler of an operation; undefined where none is written. */
export function handlerOf(operation: Operation): Handler | undefined {
  if (!operation.content) return HANDLERS[operation.id]
  let handler = contentHandlers.get(operation)
  if (!handler) {
    handler = contentHandler(operation)
    contentHandlers.set(operation, handler)
  }
  return handler
}

/** An owner is known only once the object is read, so the content engine decides there. */
function mayCall(operation: Operation, asker: Asker): boolean {
  if (isInAudience(asker, operation.access)) return true
  return asker !== null && operation.content !== undefined && operation.access.includes('owner')
}

export function dispatcher(services: Services) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.split('?', 1)[0] as string
    const table = tableOf(services.model())
    const found = table.find(request.method, path)
    if (!found) throw new Failure(table.hasPath(path) ? 'METHOD_NOT_ALLOWED' : 'NO_SUCH_ADDRESS')
    const { operation, pathParams } = found
    const token = request.headers.token
    const account = typeof token === 'string' && token !== '' ? await readSession(services, token) : null
    const asker: Asker = account && { id: account.id, role: account.role }
    if (!mayCall(operation, asker)) throw new Failure(account ? 'FORBIDDEN' : 'SIGN_IN_REQUIRED')
    if (account?.black && operation.writes && operation.content) throw new Failure('BLACKLISTED')
    const params = parseParams(operation, { ...(request.query as object), ...pathParams })
    const body = operation.body ? withoutEmpty(request.body) : null
    if (operation.body) checkBody(operation.body, body ?? null)
    const handler = handlerOf(operation)
    if (!handler) throw new Failure('INTERNAL')
    const data = await handler({
      params,
      body,
      asker,
      account: account as Account | null,
      request: {
        id: request.id,
        address: request.ip,
        userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
        ...(typeof token === 'string' ? { token } : {}),
        ...idempotencyKey(request),
      },
      services,
    })
    const json = data instanceof Serialized ? data.json : JSON.stringify(data ?? null)
    return reply
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(`{"code":0,"msg":"success","data":${json}}`)
  }
}

function idempotencyKey(request: FastifyRequest): { idempotencyKey: string } | object {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return {}
  if (key.length > 100) throw new Failure('BAD_PARAMETER', { message: 'Idempotency-Key 最多 100 个字符' })
  return { idempotencyKey: key }
}
