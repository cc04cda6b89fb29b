// Owns reading data into a component.
import useSWR, { preload } from 'swr'
import type { ApiError } from './api-error.ts'
import { get } from './client.ts'
import { type Params, requestKey } from './request-key.ts'

export interface ReadSource {
  readonly path: string
  readonly params: Params
}

export interface Read<T> {
  readonly data: T | undefined
  readonly error: ApiError | undefined
  /** True until the first answer or failure. */
  readonly loading: boolean
  /** True while the data shown are those of the parameters before. */
  readonly stale: boolean
  retry(): void
}

const fetchKey = ([, path, params]: readonly [string, string, Params]) => get(path, params)

const keyOf = (source: ReadSource) => [requestKey(source.path, source.params), source.path, source.params] as const

/** Null reads nothing. The last data stay while new parameters load, so that a list never jumps. */
export function useRead<T>(source: ReadSource | null): Read<T> {
  const { data, error, isLoading, isValidating, mutate } = useSWR<T, ApiError>(
    source ? keyOf(source) : null,
    fetchKey as (key: readonly [string, string, Params]) => Promise<T>,
    { keepPreviousData: true, revalidateOnFocus: false, revalidateIfStale: true, shouldRetryOnError: false },
  )
  return {
    data,
    error,
    loading: data === undefined && !error && source !== null,
    stale: data !== undefined && isLoading && isValidating,
    retry: () => void mutate(),
  }
}

export function prefetch(source: ReadSource): void {
  void preload(keyOf(source), fetchKey)
}
