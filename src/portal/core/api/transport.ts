// Declares what carries calls: `fetchTransport` for reads, `axiosTransport` for what sends something or fetches a file.
import { ApiError } from './api-error.ts'
import type { Params } from './request-key.ts'

export interface Call {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly params?: Params
  readonly data?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly responseType?: 'blob'
  readonly onUploadProgress?: (event: { readonly progress?: number | undefined }) => void
}

export interface Answer {
  readonly status: number
  /** Null where it is no JSON. */
  readonly data: unknown
}

/** Resolves with the answer, whatever its status; rejects by `noAnswer`. */
export type Transport = (call: Call) => Promise<Answer>

/** API-04, milliseconds. */
export const TIMEOUT = 120_000

/** The failure of a call that nothing answered; `code` is that of axios. */
export function noAnswer(code?: string): ApiError {
  if (code === 'ERR_CANCELED') return new ApiError({ code: -2, status: 0, message: '已取消' })
  const isLate = code === 'ECONNABORTED' || code === 'ETIMEDOUT'
  const message = isLate ? '等待超时，请重试' : '网络连接失败，请检查网络后重试'
  return new ApiError({ code: -1, status: 0, message })
}
