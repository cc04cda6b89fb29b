// Owns every HTTP call of the portal: token, timestamp, normalised payloads, envelope and the common failures.
import axios, { isAxiosError } from 'axios'
import type { Refusal, Success } from '../../shared/envelope.ts'
import { normalisePayload } from '../../shared/normalise.ts'
import { endSession, readToken } from '../session/session.ts'
import { toast } from '../ui/toast.tsx'
import { ApiError } from './api-error.ts'
import { takePreloaded } from './preload.ts'
import { fillPath, type Params, requestKey } from './request-key.ts'

export const TIMEOUT = 120_000
const NOT_SIGNED_IN = '您未登录，或者登录已经超时，请先登录！'

export interface CallOptions {
  /** Show the server's message for any nonzero code; off by default (ERR-04). */
  readonly showError?: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

const http = axios.create({ timeout: TIMEOUT })

http.interceptors.request.use((config) => {
  const token = readToken()
  if (token) config.headers.set('token', token)
  config.params = { ...(config.params as object), _t: Date.now() }
  return config
})

type Envelope = Success<unknown> | Refusal

export async function get<T>(path: string, params: Params = {}, options: CallOptions = {}): Promise<T> {
  const filled = fillPath(path, params)
  const preloaded = takePreloaded(requestKey(filled.path, filled.params))
  if (preloaded) {
    const envelope = (await preloaded.catch(() => null)) as Envelope | null
    if (envelope?.code === 0) return envelope.data as T
  }
  return call<T>(options, () =>
    http.get<Envelope>(filled.path, {
      params: filled.params,
      headers: { ...options.headers },
      ...(options.signal ? { signal: options.signal } : {}),
    }),
  )
}

export async function post<T>(
  path: string,
  body: unknown,
  params: Params = {},
  options: CallOptions = {},
): Promise<T> {
  const filled = fillPath(path, params)
  return call<T>(options, () =>
    http.post<Envelope>(filled.path, normalisePayload(body), {
      params: filled.params,
      headers: { ...options.headers },
    }),
  )
}

/** A page body or the manifest: plain JSON, no envelope. */
export async function getJson<T>(path: string): Promise<T> {
  const preloaded = takePreloaded(path)
  const known = preloaded ? await preloaded.catch(() => null) : null
  if (known) return known as T
  return (await http.get<T>(path)).data
}

async function call<T>(options: CallOptions, send: () => Promise<{ data: Envelope }>): Promise<T> {
  try {
    const { data } = await send()
    if (data.code === 0) return data.data as T
    throw new ApiError({ ...(data as Refusal), message: (data as Refusal).msg, status: 200 })
  } catch (error) {
    const failure = toApiError(error)
    react(failure, options)
    throw failure
  }
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (!isAxiosError<Refusal>(error)) return new ApiError({ code: -1, status: 0, message: '操作没有完成，请重试' })
  const { response } = error
  if (!response) {
    const slow = error.code === 'ECONNABORTED'
    return new ApiError({ code: -1, status: 0, message: slow ? '等待超时，请重试' : '网络连接失败，请检查网络后重试' })
  }
  const refusal = response.data as Partial<Refusal> | undefined
  return new ApiError({
    code: refusal?.code ?? response.status,
    status: response.status,
    message: refusal?.msg ?? '服务暂时不可用，请稍后重试',
    ...(refusal?.errors ? { errors: refusal.errors } : {}),
    ...(refusal?.requestId ? { requestId: refusal.requestId } : {}),
    data: refusal?.data,
  })
}

/** ERR-01 to ERR-04. */
function react(failure: ApiError, options: CallOptions): void {
  if (failure.code === 403) {
    toast.error(failure.message)
    endSession({ goTo: '/login' })
  } else if (failure.status === 401) {
    toast.error(NOT_SIGNED_IN)
    endSession({ goTo: '/login', expired: true })
  } else if (failure.code === 500) {
    toast.error(failure.requestId ? `${failure.message}（请求编号 ${failure.requestId}）` : failure.message)
  } else if (options.showError) toast.error(failure.message)
}
