// Dispatches a call: finds the operation, identifies the caller, checks access, validates the input, answers.
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  onRequestHookHandler,
} from 'fastify'
import { LRUCache } from 'lru-cache'
import type { ServiceKeys } from '#server/identity/service-accounts/service-keys.ts'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import { auditRefusal } from '#server/platform/audit/audit-refusal.ts'
import { Serialized } from '#server/platform/cache/read-cache.ts'
import type { Account, Call, CallRequest, Services } from '#server/platform/call.ts'
import { sendCompressed } from '#server/platform/http/compressed.ts'
import {
  allowOrigin,
  answerPreflight,
  preflightMethod,
  varyByOrigin,
} from '#server/platform/http/cross-origin.ts'
import { isDirect } from '#server/platform/http/direct-answer.ts'
import { JSON_TYPE } from '#server/platform/http/envelope.ts'
import { FileAnswer, sendFile } from '#server/platform/http/file-answer.ts'
import { pauseSender } from '#server/platform/http/pause-sender.ts'
import { previewKeyOf } from '#server/platform/http/preview-key.ts'
import { readUpload } from '#server/platform/http/read-upload.ts'
import { originOf } from '#server/platform/http/require-host.ts'
import { senderOf } from '#server/platform/http/sender-of.ts'
import type { SessionCookie } from '#server/platform/http/session-cookie.ts'
import { visitorKeyOf } from '#server/platform/http/visitor-key.ts'
import type { WriteLimits } from '#server/platform/limits/write-limits.ts'
import type { Settings } from '#server/platform/settings.ts'
import { toFormUser } from '#server/platform/validation/form-scope.ts'
import { PREVIEW_HEADER } from '#shared/calls/configuration-preview.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { refuseAccess } from './access.ts'
import { isTooMuch, limitsOf } from './body-limits.ts'
import { CallQueues, toQueuedCaller } from './call-queues.ts'
import type { FindOperation, Match } from './find-operation.ts'
import {
  isNamed,
  readProof,
  refuseForeign,
  requireAccount,
  requireProgram,
  sessionOf,
} from './identify-caller.ts'
import { InFlight } from './in-flight.ts'
import type { PreviewCalls } from './preview-calls.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation that the request calls; null until it is found. */
    match: Match | null
  }
}

/** API-01. */
const PREFIXES = ['/newapi', '/file', '/messageInfo'] as const
/** All methods, so that the portal's own refusal answers a wrong one. */
const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const MAX_KEY_LENGTH = 100
const MAX_USER_AGENT_LENGTH = 300
const MAX_WRITERS = 10_000
/** Longer than a call takes and a replica may be behind. */
const WRITER_MS = 10_000

export interface DispatchParts {
  readonly services: Services
  readonly sessions: Sessions
  readonly keys: ServiceKeys
  readonly limits: WriteLimits
  readonly find: FindOperation
  readonly settings: Pick<Settings, 'publicUrl' | 'corsOrigins'>
  /** Refuses what must wait until the site is open again. */
  readonly requireOpen: (account: Account | null, operation: Operation) => void
  readonly previews?: PreviewCalls
}

/**
 * Adds the routes of all operations. The address is looked up before the body is read, so that it exists for any
 * content, and so that the operation limits the bytes of the body.
 */
export function addOperationRoutes(app: FastifyInstance, parts: DispatchParts): void {
  app.decorateRequest('match', null)
  varyByOrigin(app)
  const queues = new CallQueues(parts.services.database)
  const onRequest: onRequestHookHandler = (request, reply, done) => {
    const { corsOrigins } = parts.settings
    const preflight = corsOrigins.length > 0 ? preflightMethod(request) : undefined
    const match = parts.find({ method: preflight ?? request.method, url: request.url }, reply)
    const { operation } = match
    const isAllowed = allowOrigin(request, reply, operation, corsOrigins)
    if (preflight !== undefined) return answerPreflight(reply, isAllowed)
    refuseForeign(request, operation, parts.settings)
    // A refusal costs least before anything is read. Who a token belongs to is not known yet.
    const isUnknown = !isNamed(request) && sessionOf(request, reply, parts).read() === undefined
    if (!operation.writes && isUnknown) requireCapacity(queues, operation, request)
    request.match = match
    request.bodyBytes = limitsOf(operation).bytes
    done()
  }
  const handler = buildDispatch(parts, queues)
  for (const prefix of PREFIXES) app.route({ method: METHODS, url: `${prefix}/*`, onRequest, handler })
}

function requireCapacity(queues: CallQueues, operation: Operation, request: FastifyRequest): void {
  try {
    queues.requireCapacity(operation, toQueuedCaller(operation, null, request.ip))
  } catch (error) {
    pauseSender(request)
    throw error
  }
}

function buildDispatch(
  { services, sessions, keys, limits, settings, requireOpen, previews }: DispatchParts,
  queues: CallQueues,
) {
  const inFlight = new InFlight()
  /** Addresses from which something was written lately: whoever it was finds it at once, signed out too. */
  const writers = new LRUCache<string, true>({ max: MAX_WRITERS, ttl: WRITER_MS })
  const isAnybody = (account: Account | null, { ip }: FastifyRequest): boolean =>
    account === null && !writers.has(ip)

  const write = ({ operation, handle }: Match, call: Call, arrivedAt: number): Promise<unknown> => {
    const writer = { account: call.account, address: call.request.address }
    const written = inFlight.share(operation, call, arrivedAt, async () => {
      await limits.take(operation, writer)
      return handle(call).catch(async (error: unknown) => {
        await limits.giveBack(operation, writer, error)
        throw error
      })
    })
    return written.finally(() => writers.set(call.request.address, true))
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const arrivedAt = performance.now()
    const match = request.match as Match // found before the body was read
    const { operation } = match
    const session = sessionOf(request, reply, { services, settings })
    const proof = readProof(request, operation, session)
    const token = proof?.token
    const { authorization } = request.headers
    const key = authorization === undefined ? undefined : keys.read(authorization)
    let account: Account | null = null
    const answer = async (): Promise<unknown> => {
      if (key !== undefined) account = await requireProgram(keys, key, token, operation)
      else if (proof !== undefined) account = await requireAccount(sessions, proof, operation, session)
      requireOpen(account, operation)
      const link = request.headers[PREVIEW_HEADER]
      const preview =
        typeof link === 'string' && link !== '' ? await previews?.open(link, account) : undefined
      if (preview) {
        account = preview.account
        if (operation.writes) throw new Failure('FORBIDDEN', { message: '这是预览，只能查看，不能办理' })
      }
      refuseAccess(account, operation)
      const call = toCall(match, { request, reply, account, token, session, settings, now: services.clock() })
      const queuedCaller = toQueuedCaller(operation, account, request.ip)
      const handle = () => {
        if (preview) return preview.run((shown) => match.handle({ ...call, services: shown }))
        if (operation.writes)
          return services.database.writing(() => write(match, call, arrivedAt), queuedCaller)
        return isAnybody(account, request)
          ? services.database.reading(() => match.handle(call))
          : match.handle(call)
      }
      return queues.enter(operation, queuedCaller, handle)
    }
    const data = await answer().catch(async (error: unknown) => {
      await auditRefusal(services, error, {
        operation: operation.id,
        writes: operation.writes,
        actor: account?.id ?? null,
        id: request.id,
        address: request.ip,
        hasToken: token !== undefined || key !== undefined,
        given: [request.query, request.body, match.params],
      })
      throw error
    })
    if (data instanceof FileAnswer) return sendFile(request, reply, data)
    if (isDirect(data)) return data.sendTo(reply)
    reply.header('content-type', JSON_TYPE).header('cache-control', 'no-store')
    if (data instanceof Serialized) return sendCompressed(request, reply, data.bytes, data)
    const answered = operation.result ? keepDeclared(data, operation.result) : data
    return sendCompressed(request, reply, new Serialized(JSON.stringify(answered ?? null)).bytes)
  }
}

interface RequestParts {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly account: Account | null
  readonly token: string | undefined
  readonly session: SessionCookie
  readonly settings: Pick<Settings, 'publicUrl'>
  readonly now: Date
}

/** Validates the input; a body is measured before anything looks at its values. */
function toCall({ operation, params, validator, services }: Match, parts: RequestParts): Call {
  const { request, account, now } = parts
  if (request.body !== undefined && isTooMuch(request.body, limitsOf(operation)))
    throw new Failure('BODY_TOO_LARGE', { message: '提交的内容项目过多或嵌套过深，请减少后重试' })
  return {
    params: validator.readParams(operation, { ...(request.query as object), ...params }),
    body: operation.body ? validator.readBody(operation, request.body, toFormUser(account), now) : null,
    caller: account,
    account,
    request: toCallRequest(parts),
    services,
  }
}

/** Values that few calls need are computed on demand. */
function toCallRequest({ request, reply, token, session, settings }: RequestParts): CallRequest {
  const key = request.headers['idempotency-key']
  const confirmed = request.headers['confirmed-warnings']
  if (typeof key === 'string' && key.length > MAX_KEY_LENGTH)
    throw new Failure('BAD_PARAMETER', { message: `Idempotency-Key 最多 ${MAX_KEY_LENGTH} 个字符` })
  return {
    id: request.id,
    address: request.ip,
    get origin() {
      return originOf(request, settings)
    },
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH),
    get sender() {
      return senderOf(request.headers)
    },
    get visitor() {
      return visitorKeyOf(request, reply)
    },
    get preview() {
      return previewKeyOf(request, reply)
    },
    session,
    upload: (most) => readUpload(request, most),
    ...(request.headers.accept === undefined ? {} : { accept: request.headers.accept }),
    ...(token === undefined ? {} : { token }),
    ...(typeof key === 'string' && key !== '' ? { idempotencyKey: key } : {}),
    ...(typeof confirmed === 'string' ? { confirmedWarnings: confirmed } : {}),
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
