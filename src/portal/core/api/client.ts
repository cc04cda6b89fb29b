// Makes every HTTP call of the portal: session, timestamp, normalised payloads, envelope.
import {
  currentSession,
  endSession,
  followBrowser,
  readSessionId,
  reauthenticate,
  type Session,
} from '#portal/core/session/session.ts'
import { currentInterruption } from '#portal/core/session/session-interruption.ts'
import { goToMaintenance, goToNewPassword, requestSignIn } from '#portal/core/session/sign-in-redirects.ts'
import { isShownAs, LOGIN, previewHeaders } from '#portal/core/site.ts'
import { once } from '#portal/core/state/once.ts'
import { toast } from '#portal/core/state/toast.ts'
import type { RefusalEnvelope, Success } from '#shared/calls/envelope.ts'
import type { ERRORS } from '#shared/calls/errors.ts'
import { normalisePayload } from '#shared/formats/normalise-payload.ts'
import { ApiError } from './api-error.ts'
import { fetchTransport } from './fetch-transport.ts'
import { takePreloaded } from './preloaded-answers.ts'
import { fillPath, type Params, requestKey } from './request-key.ts'
import { type Answer, type Call, noAnswer } from './transport.ts'

const NOT_SIGNED_IN = '您未登录，或者登录已经超时，请先登录！'
const SESSION_REJECTED = 403
/** Alone: the table of all failures is no part of a reading page. */
const PASSWORD_CHANGE_DUE: (typeof ERRORS)['PASSWORD_CHANGE_DUE']['code'] = 40303
const MAINTENANCE: (typeof ERRORS)['MAINTENANCE']['code'] = 50303
const INTERNAL = 500
/** The same failure of several calls of one page is one message. */
const ONCE_WITHIN = 10_000

const shownAt = new Map<string, number>()

function showOnce(message: string, requestId: string): void {
  const now = performance.now()
  if (now - (shownAt.get(message) ?? Number.NEGATIVE_INFINITY) < ONCE_WITHIN) return
  shownAt.set(message, now)
  toast.error(requestId ? `${message}（请求编号 ${requestId}）` : message)
}

const isSessionOver = ({ code, status }: ApiError): boolean => code === SESSION_REJECTED || status === 401

/** True where nobody but operators may use the site; else what was typed stays where it is. */
const isClosed = ({ data }: ApiError): boolean => (data as { closes?: unknown } | null)?.closes === 'all'

interface Caller {
  /** The session that the call was made in. */
  readonly session: Session
  /** True if the user requested the call. */
  readonly isRequested: boolean
}

/**
 * Returns true if the call is to be made once more: its session ended, the page holds typed text, and the user has
 * signed in again.
 */
async function isRetryable(failure: ApiError, { session, isRequested }: Caller): Promise<boolean> {
  if (!isSessionOver(failure) || session.id === null) return false
  followBrowser()
  const now = currentSession()
  // Signed in again since the call was made, or somebody else has.
  if (now.id !== session.id) return now.id !== null && now.user?.id === session.user?.id
  return reauthenticate(failure.code === SESSION_REJECTED ? failure.message : NOT_SIGNED_IN, isRequested)
}

/** `sessionId`: of the session that the call was made in. */
function handleApiError(failure: ApiError, showError: boolean, sessionId: string | null): void {
  const { code, status, message, requestId } = failure
  if (isSessionOver(failure) && (currentInterruption() || currentSession().id !== sessionId)) {
    // The dialog has said it, or another session has begun since.
  } else if (code === SESSION_REJECTED) {
    toast.error(message)
    endSession({ goTo: LOGIN, note: message })
  } else if (status === 401 && sessionId === null) {
    // No session has ended: a visitor requested something that needs one.
    requestSignIn()
  } else if (status === 401) {
    toast.error(NOT_SIGNED_IN)
    endSession({ goTo: LOGIN, expired: true, note: NOT_SIGNED_IN })
  } else if (code === PASSWORD_CHANGE_DUE) {
    toast.error(message)
    goToNewPassword()
  } else if (code === MAINTENANCE && isClosed(failure)) {
    goToMaintenance()
  } else if (code === INTERNAL) showOnce(message, requestId)
  else if (showError) toast.error(message)
}

export interface CallOptions {
  /** Show the server's message for any nonzero code; off by default (ERR-04). */
  readonly showError?: boolean
  /** Shows no message and redirects nowhere, whatever the answer; for calls that the visitor did not request. */
  readonly quiet?: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Between 0 and 1, while a body is sent. */
  readonly onProgress?: (share: number) => void
}

type Envelope = Success<unknown> | RefusalEnvelope

/** Comes with the first call that sends something or fetches a file, in a chunk of its own. */
export const loadAxios = once(() =>
  import('./on-demand/axios-transport.ts').then(
    ({ axiosTransport }) => axiosTransport,
    () => Promise.reject(noAnswer()),
  ),
).load

let notBefore: Promise<unknown> = Promise.resolve()

/** From now on no call leaves before then: what the first screen shows was fetched ahead, and nothing else is to compete with its drawing. */
export function delayCalls(until: Promise<unknown>): void {
  notBefore = until
}

export async function get<T>(path: string, params: Params = {}, options: CallOptions = {}): Promise<T> {
  const filled = fillPath(path, params)
  const ahead = dataOf(await takePreloaded(requestKey(filled.path, filled.params))?.catch(() => null))
  if (ahead !== undefined) return ahead as T
  return call<T>({ method: 'GET', url: filled.path, params: normalisePayload(filled.params) }, options)
}

export async function post<T>(
  path: string,
  body: unknown = {},
  params: Params = {},
  options: CallOptions = {},
): Promise<T> {
  const filled = fillPath(path, params)
  const payload = body instanceof FormData ? body : normalisePayload(body)
  return call<T>(
    { method: 'POST', url: filled.path, params: normalisePayload(filled.params), data: payload },
    options,
  )
}

/** A page body or the manifest: plain JSON that caches may keep, so neither session nor timestamp goes along. */
export async function getJson<T>(url: string): Promise<T> {
  const ahead = await takePreloaded(url)?.catch(() => null)
  if (ahead) return ahead as T
  const answer = await send({ method: 'GET', url })
  if (answer.status !== 200) throw toApiError(answer.status, answer.data)
  return answer.data as T
}

/** The bytes of a file that only this session may have. */
export async function fetchBlob(url: string): Promise<Blob> {
  const answer = await send({
    method: 'GET',
    url,
    headers: sessionHeader(readSessionId()),
    responseType: 'blob',
  })
  if (answer.status === 200) return answer.data as Blob
  throw toApiError(answer.status, null)
}

/** Names the session that the page shows: the server refuses the call where the browser's cookie is of another one. */
const sessionHeader = (id: string | null): Readonly<Record<string, string>> =>
  id === null || isShownAs ? previewHeaders : { ...previewHeaders, session: id }

async function call<T>(request: Call, options: CallOptions): Promise<T> {
  const session = currentSession()
  try {
    return await attempt<T>(request, options, session.id)
  } catch (error) {
    const failure = error instanceof ApiError ? error : toApiError(0, null)
    const isRequested = !options.quiet && request.method === 'POST'
    if (await isRetryable(failure, { session, isRequested })) return call(request, options)
    if (!options.quiet) handleApiError(failure, options.showError ?? false, session.id)
    throw failure
  }
}

async function attempt<T>(request: Call, options: CallOptions, sessionId: string | null): Promise<T> {
  const { headers, signal, onProgress } = options
  const { status, data } = await send({
    ...request,
    params: { ...request.params, _t: Date.now() },
    headers: { ...sessionHeader(sessionId), ...headers },
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onUploadProgress: ({ progress }) => onProgress(progress ?? 0) } : {}),
  })
  if (isEnvelope(data) && data.code === 0 && status < 300) return data.data as T
  throw toApiError(status, data)
}

async function send(request: Call): Promise<Answer> {
  await notBefore
  const isRead = request.method === 'GET' && request.responseType === undefined
  return (isRead ? fetchTransport : await loadAxios())(request)
}

/** Returns the data of a successful answer; undefined for any other. */
export function dataOf(answer: unknown): unknown {
  return isEnvelope(answer) && answer.code === 0 ? answer.data : undefined
}

function isEnvelope(data: unknown): data is Envelope {
  return data !== null && typeof data === 'object' && 'code' in data
}

function toApiError(status: number, data: unknown): ApiError {
  if (!isEnvelope(data) || data.code === 0)
    return new ApiError({ code: status || -1, status, message: '服务暂时不可用，请稍后重试' })
  const { code, msg, errors, requestId, data: detail } = data as RefusalEnvelope
  return new ApiError({
    code,
    status,
    message: msg,
    data: detail,
    ...(errors ? { errors } : {}),
    ...(requestId ? { requestId } : {}),
  })
}
