// Identifies who makes a call: by the token, the browser's session or a program's key. Refuses writes for other sites.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServiceKeys } from '#server/identity/service-accounts/service-keys.ts'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import type { Account, Services } from '#server/platform/call.ts'
import { isOwnHost } from '#server/platform/http/is-own-origin.ts'
import { senderOf } from '#server/platform/http/sender-of.ts'
import {
  type BrowserSession,
  type SessionCookie,
  sessionCookieOf,
} from '#server/platform/http/session-cookie.ts'
import type { Settings } from '#server/platform/settings.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Operation } from '#shared/model/operation-model.ts'

/** True where the request itself says who calls, so that no cookie counts. */
export const isNamed = ({ headers }: FastifyRequest): boolean =>
  headers.token !== undefined || headers.authorization !== undefined

export const sessionOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  {
    services,
    settings,
  }: { readonly services: Pick<Services, 'model'>; readonly settings: Pick<Settings, 'publicUrl'> },
): SessionCookie => sessionCookieOf(request, reply, services.model().site, settings)

/**
 * Refuses writes requested by pictures, links and other sites, even for operations that need no signed-in caller. A
 * browser that does not report the site names the origin.
 */
export function refuseForeign(
  request: FastifyRequest,
  { writes }: Operation,
  settings: Pick<Settings, 'publicUrl'>,
): void {
  if (!writes) return
  const isReported = request.headers['sec-fetch-site'] !== undefined
  if (
    senderOf(request.headers) === 'foreign' ||
    !(isReported || isNamed(request) || isOwnHost(request, settings))
  )
    throw new Failure('FORBIDDEN', { message: '这个地址只接受本站页面发出的请求' })
}

/** Returns what shows who calls: the header goes before the cookie. Undefined for a visitor. */
export function readProof(
  request: FastifyRequest,
  operation: Operation,
  session: SessionCookie,
): Proof | undefined {
  return (
    readToken(request, operation) ?? (isNamed(request) ? undefined : readCookie(request, session, operation))
  )
}

/** In the header; also as the parameter of a reading call that declares it, as comment lists do (API-07). */
function readToken(request: FastifyRequest, { params, writes }: Operation): Proof | undefined {
  const isDeclared = !writes && Object.hasOwn((params.properties ?? {}) as object, 'token')
  const queryToken = isDeclared ? (request.query as { readonly token?: unknown }).token : undefined
  const token = request.headers.token ?? queryToken
  return typeof token === 'string' && token !== '' ? { token } : undefined
}

/** What shows who calls; with an id, only the session of this id counts. */
type Proof = Pick<BrowserSession, 'token'> & Partial<BrowserSession>

/**
 * Returns the session of the browser. A page names the session that it shows in the header `session`, so that a tab
 * never acts in the name of somebody who has signed in elsewhere meanwhile; other sites cannot send this header, so
 * without it no session writes.
 */
function readCookie(
  { headers }: FastifyRequest,
  cookie: SessionCookie,
  { access, writes }: Operation,
): Proof | undefined {
  const kept = cookie.read()
  if (kept === undefined) return undefined
  const { session: id } = headers
  if (typeof id === 'string') return { token: kept.token, id }
  if (!writes) return kept
  if (access.includes('anyone')) return undefined
  throw new Failure('FORBIDDEN', {
    message: '请求缺少请求头 session：这个地址只接受本站页面发出的请求，程序请用请求头 token',
  })
}

/**
 * Returns the account of the token. An expired token counts as a visitor for operations open to everybody. Throws
 * `SIGN_IN_REQUIRED` or `SESSION_REJECTED` for any other operation, and lets the browser forget a session that is over.
 */
export async function requireAccount(
  sessions: Sessions,
  { token, id }: Proof,
  operation: Operation,
  cookie: SessionCookie,
): Promise<Account | null> {
  const state = await sessions.recognise(token)
  const isOther = state.kind === 'open' && id !== undefined && id !== state.id
  if (state.kind === 'open' && !isOther) return state.account
  if (operation.access.includes('anyone')) return null
  if (!isOther) cookie.forget(token)
  throw new Failure(state.kind === 'rejected' ? 'SESSION_REJECTED' : 'SIGN_IN_REQUIRED')
}

/** Returns the account of a program's key. Throws `KEY_REJECTED`, and `FORBIDDEN` for a call beyond its scope. */
export async function requireProgram(
  keys: ServiceKeys,
  key: string,
  token: string | undefined,
  operation: Operation,
): Promise<Account> {
  if (token !== undefined)
    throw new Failure('BAD_PARAMETER', { message: '请求同时带有 token 与 Authorization，请只用其中一种' })
  return keys.require(key, operation)
}
