// Dispatches a call: finds the operation, identifies the caller, checks access, validates the input, answers.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import { auditRefusal } from '#server/platform/audit/audit-refusal.ts'
import type { Account, CallRequest, Services } from '#server/platform/call.ts'
import { Serialized } from '#server/platform/calls/serialized.ts'
import { sendCompressed } from '#server/platform/http/compressed.ts'
import { isDirect } from '#server/platform/http/direct-answer.ts'
import { JSON_TYPE, toSuccess } from '#server/platform/http/envelope.ts'
import { FileAnswer, sendFile } from '#server/platform/http/file-answer.ts'
import { readUpload } from '#server/platform/http/read-upload.ts'
import { originOf } from '#server/platform/http/require-host.ts'
import { senderOf } from '#server/platform/http/sender-of.ts'
import { visitorKeyOf } from '#server/platform/http/visitor-key.ts'
import { CrowdGate } from '#server/platform/limits/crowd-gate.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import type { WriteLimits } from '#server/platform/limits/write-limits.ts'
import { toFormUser } from '#server/platform/validation/form-scope.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { refuseAccess } from './access.ts'
import type { AddressMatch } from './address-table.ts'
import { isTooMuch, limitsOf } from './body-limits.ts'
import { InFlight } from './in-flight.ts'
import type { Served } from './operation-table.ts'
import type { ServedModel } from './served-model.ts'

const MAX_KEY_LENGTH = 100
const MAX_USER_AGENT_LENGTH = 300

export interface DispatchParts {
  readonly services: Services
  readonly sessions: Sessions
  readonly limits: WriteLimits
  readonly serve: (model: ReturnType<Services['model']>) => ServedModel
}

export function buildDispatch({ services, sessions, limits, serve }: DispatchParts) {
  const crowd = new CrowdGate()
  const inFlight = new InFlight()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const arrivedAt = performance.now()
    const served = serve(services.model())
    const path = request.url.split('?', 1)[0] as string
    const { operation, handle, params: named } = requireOperation(served, path, request.method, reply)
    request.operation = operation.id
    refuseForeign(request, operation)
    const token = readToken(request, operation)
    let account: Account | null = null
    const answer = async (): Promise<unknown> => {
      account = token === undefined ? null : await requireAccount(sessions, token, operation)
      refuseAccess(account, operation)
      refuseTooMuch(request, operation)
      const call = {
        params: served.validator.readParams(operation, { ...(request.query as object), ...named }),
        body: served.validator.readBody(operation, request.body, toFormUser(account), services.clock()),
        caller: account,
        account,
        request: toCallRequest(request, reply, token),
        services: served.services,
      }
      const writer = { account, address: request.ip }
      return inFlight.share(operation, call, arrivedAt, async () => {
        await limits.take(operation, writer)
        return crowd
          .pass(operation, () => handle(call), networkOf(request.ip))
          .catch(async (error: unknown) => {
            await limits.giveBack(operation, writer, error)
            throw error
          })
      })
    }
    const data = await (operation.writes ? services.database.writing(answer) : answer()).catch(
      async (error: unknown) => {
        await auditRefusal(services, error, {
          operation: operation.id,
          writes: operation.writes,
          actor: account?.id ?? null,
          id: request.id,
          address: request.ip,
          hasToken: token !== undefined,
          given: [request.query, request.body, named],
        })
        throw error
      },
    )
    if (data instanceof FileAnswer) return sendFile(reply, data)
    if (isDirect(data)) return data.sendTo(reply)
    reply.header('content-type', JSON_TYPE).header('cache-control', 'no-store')
    if (data instanceof Serialized) return sendCompressed(request, reply, toSuccess(data), data)
    return sendCompressed(
      request,
      reply,
      toSuccess(operation.result ? keepDeclared(data, operation.result) : data),
    )
  }
}

/** Counted before anything looks at the values. */
function refuseTooMuch({ body }: FastifyRequest, operation: Operation): void {
  if (isTooMuch(body, limitsOf(operation)))
    throw new Failure('BODY_TOO_LARGE', { message: '提交的内容项目过多或嵌套过深，请减少后重试' })
}

/** Throws where no operation answers, with the methods that one does. */
export function requireOperation(
  { table }: ServedModel,
  path: string,
  method: string,
  reply: FastifyReply,
): Served & Pick<AddressMatch<Served>, 'params'> {
  const requestedMethod = method === 'HEAD' ? 'GET' : method
  const found = table.find(path, requestedMethod)
  if (!found) throw new Failure('NO_SUCH_ADDRESS')
  const served = found.values.get(requestedMethod)
  // A HEAD must not change anything, so a GET that does has none.
  if (served && !(method === 'HEAD' && served.operation.writes)) return { ...served, params: found.params }
  reply.header('allow', [...found.values.keys()].join(', '))
  throw new Failure('METHOD_NOT_ALLOWED')
}

/** Refuses writes requested by pictures, links and other sites, even for operations that need no signed-in caller. */
function refuseForeign(request: FastifyRequest, { writes }: Operation): void {
  if (writes && senderOf(request.headers) === 'foreign')
    throw new Failure('FORBIDDEN', { message: '这个地址只接受本站页面发出的请求' })
}

/** In the header; also as the parameter of a reading call that declares it, as comment lists do (API-07). */
function readToken(request: FastifyRequest, { params, writes }: Operation): string | undefined {
  const isDeclared = !writes && Object.hasOwn((params.properties ?? {}) as object, 'token')
  const queryToken = isDeclared ? (request.query as { readonly token?: unknown }).token : undefined
  const token = request.headers.token ?? queryToken
  return typeof token === 'string' && token !== '' ? token : undefined
}

/**
 * Returns the account of the token. An expired token counts as a visitor for operations open to everybody. Throws
 * `SIGN_IN_REQUIRED` or `SESSION_REJECTED` for any other operation.
 */
async function requireAccount(
  sessions: Sessions,
  token: string,
  operation: Operation,
): Promise<Account | null> {
  const state = await sessions.recognise(token)
  if (state.kind === 'open') return state.account
  if (operation.access.includes('anyone')) return null
  throw new Failure(state.kind === 'rejected' ? 'SESSION_REJECTED' : 'SIGN_IN_REQUIRED')
}

function toCallRequest(request: FastifyRequest, reply: FastifyReply, token: string | undefined): CallRequest {
  const key = request.headers['idempotency-key']
  if (typeof key === 'string' && key.length > MAX_KEY_LENGTH)
    throw new Failure('BAD_PARAMETER', { message: `Idempotency-Key 最多 ${MAX_KEY_LENGTH} 个字符` })
  return {
    id: request.id,
    address: request.ip,
    origin: originOf(request),
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH),
    sender: senderOf(request.headers),
    visitor: visitorKeyOf(request, reply),
    upload: (most) => readUpload(request, most),
    ...(request.headers.accept === undefined ? {} : { accept: request.headers.accept }),
    ...(token === undefined ? {} : { token }),
    ...(typeof key === 'string' && key !== '' ? { idempotencyKey: key } : {}),
  }
}

/** Removes undeclared properties from an answer, wherever its schema closes an object. */
function keepDeclared(value: unknown, schema: JsonSchema): unknown {
  if (Array.isArray(value)) {
    const items = schema.items as JsonSchema | undefined
    return items ? value.map((entry) => keepDeclared(entry, items)) : value
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const properties = schema.properties as Readonly<Record<string, JsonSchema>> | undefined
  if (!properties) return value
  const isClosed = schema.additionalProperties === false
  const kept: Record<string, unknown> = {}
  for (const [name, entry] of Object.entries(value)) {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (own) kept[name] = keepDeclared(entry, own)
    else if (!isClosed) kept[name] = entry
  }
  return kept
}
