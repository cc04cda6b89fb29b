// Owns reading data into a component.
import useSWR, { mutate as mutateAll, preload } from 'swr'
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

type Key = readonly [key: string, path: string, params: Params]

const keyOf = ({ path, params }: ReadSource): Key => [requestKey(path, params), path, params]

/** Null reads nothing. The last data stay while new parameters load, so that a list never jumps. */
export function useRead<T>(source: ReadSource | null): Read<T> {
  const { data, error, isLoading, isValidating, mutate } = useSWR<T, ApiError, Key | null>(
    source ? keyOf(source) : null,
    ([, path, params]: Key) => get<T>(path, params),
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false },
  )
  const shown = source ? data : undefined
  return {
    data: shown,
    error: source ? error : undefined,
    loading: source !== null && shown === undefined && !error,
    stale: shown !== undefined && isLoading && isValidating,
    retry: () => void mutate(),
  }
}

/** Ahead of need, such as on hover; a failure shows when the data are needed. */
export function prefetch(source: ReadSource): void {
  const ahead: unknown = preload(keyOf(source), ([, path, params]: Key) => get(path, params, { quiet: true }))
  if (ahead instanceof Promise) ahead.catch(() => undefined)
}

/** Reads again whatever is on the screen; what is shown stays until the answer is here. */
export function revalidateAll(): void {
  void mutateAll(() => true)
}
