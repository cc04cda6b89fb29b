// Makes every HTTP call of the portal: token, timestamp, normalised payloads, envelope.
import type { AxiosInstance, AxiosProgressEvent } from 'axios'
import { currentSession, readToken } from '#portal/core/session/session.ts'
import type { RefusalEnvelope, Success } from '#shared/calls/envelope.ts'
import { normalisePayload } from '#shared/formats/normalise-input.ts'
import { ApiError } from './api-error.ts'
import { handleApiError, isRetryable } from './handle-api-error.ts'
import { takePreloaded } from './preloaded-answers.ts'
import { type Answer, readJson } from './read-json.ts'
import { fillPath, type Params, requestKey } from './request-key.ts'

/** API-04, milliseconds. */
export const TIMEOUT = 120_000

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

interface Call {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly params?: Params
  readonly data?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly responseType?: 'blob'
  readonly onUploadProgress?: (event: AxiosProgressEvent) => void
}

let loading: Promise<AxiosInstance> | undefined

/** The HTTP client has a chunk of its own, which comes with the first call that sends something or fetches a file. */
export function transport(): Promise<AxiosInstance> {
  loading ??= import('axios').then(
    ({ default: axios }) => axios.create({ timeout: TIMEOUT, validateStatus: () => true }),
    (error) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

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

/** A page body or the manifest: plain JSON that caches may keep, so neither token nor timestamp goes along. */
export async function getJson<T>(url: string): Promise<T> {
  const ahead = await takePreloaded(url)?.catch(() => null)
  if (ahead) return ahead as T
  const answer = await send({ method: 'GET', url })
  if (answer.status !== 200) throw toApiError(answer.status, answer.data)
  return answer.data as T
}

/** The bytes of a file that only this session may have. */
export async function fetchBlob(url: string): Promise<Blob> {
  const token = readToken()
  const headers = token ? { token } : {}
  const answer = await send({ method: 'GET', url, headers, responseType: 'blob' })
  if (answer.status === 200) return answer.data as Blob
  throw toApiError(answer.status, null)
}

/** Calls with the session that the page shows, even if another tab has changed the cookie meanwhile. */
async function call<T>(request: Call, options: CallOptions): Promise<T> {
  const session = currentSession()
  try {
    return await attempt<T>(request, options, session.token)
  } catch (error) {
    const failure = error instanceof ApiError ? error : toApiError(0, null)
    const isRequested = !options.quiet && request.method === 'POST'
    if (await isRetryable(failure, { session, isRequested })) return call(request, options)
    if (!options.quiet) handleApiError(failure, options.showError ?? false, session.token)
    throw failure
  }
}

async function attempt<T>(request: Call, options: CallOptions, token: string | null): Promise<T> {
  const { headers, signal, onProgress } = options
  const { status, data } = await send({
    ...request,
    params: { ...request.params, _t: Date.now() },
    headers: { ...(token ? { token } : {}), ...headers },
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onUploadProgress: ({ progress }) => onProgress(progress ?? 0) } : {}),
  })
  if (isEnvelope(data) && data.code === 0 && status < 300) return data.data as T
  throw toApiError(status, data)
}

async function send(request: Call): Promise<Answer> {
  const { method, url, params, headers, signal, responseType } = request
  try {
    await notBefore
    if (method === 'GET' && responseType === undefined)
      return await readJson(requestKey(url, params), { headers, signal, timeout: TIMEOUT })
    return await (await transport()).request<unknown>(request)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ERR_CANCELED') throw new ApiError({ code: -2, status: 0, message: '已取消' })
    const isLate = code === 'ECONNABORTED' || code === 'ETIMEDOUT'
    const message = isLate ? '等待超时，请重试' : '网络连接失败，请检查网络后重试'
    throw new ApiError({ code: -1, status: 0, message })
  }
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
