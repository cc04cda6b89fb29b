// Reads data into a component.
import { useCallback } from 'react'
import useSWR, { mutate as mutateAll, useSWRConfig } from 'swr'
import type { ApiError } from './api-error.ts'
import { dataOf, get } from './client.ts'
import { type Preloaded, preloadedAnswers } from './preloaded-answers.ts'
import { fillPath, type Params, requestKey } from './request-key.ts'

export interface ReadSource {
  readonly path: string
  readonly params: Params
}

export interface ReadState<T> {
  readonly data: T | undefined
  readonly error: ApiError | undefined
  /** True until the first answer or failure. */
  readonly loading: boolean
  /** True while the data shown are those of the parameters before. */
  readonly stale: boolean
  retry(): void
}

/** The same for every spelling of one read, and for what the boot script fetched ahead. */
function keyOf(source: ReadSource): string {
  const { path, params } = fillPath(source.path, source.params)
  return requestKey(path, params)
}

/** Milliseconds: who points at something goes there soon, or sees what it has become meanwhile. */
const AHEAD = 10_000
const ahead = new Map<string, { readonly at: number; readonly answer: Promise<unknown> }>()

function fetchedAhead(key: string): Promise<unknown> | undefined {
  const fetched = ahead.get(key)
  return fetched && performance.now() - fetched.at < AHEAD ? fetched.answer : undefined
}

function fetchRead<T>(source: ReadSource): Promise<T> {
  const key = keyOf(source)
  const fetched = fetchedAhead(key)
  ahead.delete(key)
  return (fetched as Promise<T> | undefined) ?? get<T>(source.path, source.params)
}

const OPTIONS = { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false } as const

/**
 * Reads data by a GET call and renders the component again when the answer arrives. `null` reads nothing.
 * Parameters that the path names are filled in, the others form the query.
 *
 * Errors are returned as `error`, never thrown, and are not retried automatically. While new parameters load,
 * `data` stays the previous answer and `stale` is true, so that a list does not jump. When the call with the new
 * parameters has failed, `data` is undefined.
 *
 * @example
 * const { data, loading, error, retry } = useRead<Item>({ path: '/api/book/{id}', params: { id: 'b1' } })
 * if (error) return <Button onClick={retry}>重试</Button>
 * return <p>{loading ? '加载中' : toText(data?.title)}</p>
 */
export function useRead<T>(source: ReadSource | null): ReadState<T> {
  const key = source ? keyOf(source) : null
  const { cache } = useSWRConfig()
  const read = useSWR<T, ApiError, string | null>(key, () => fetchRead<T>(source as ReadSource), OPTIONS)
  const { data, error, mutate } = read
  /** False while the data are those of an earlier key. */
  const isOwn = key !== null && cache.get(key)?.data !== undefined
  const shown = source && (isOwn || error === undefined) ? data : undefined
  return {
    data: shown,
    error: source ? error : undefined,
    loading: source !== null && shown === undefined && !error,
    // Read only then: whoever reads it is rendered again when each request begins and ends.
    stale: shown !== undefined && !isOwn && read.isLoading,
    retry: useCallback(() => void mutate(), [mutate]),
  }
}

/** Ahead of need, such as on hover; a failure is forgotten, so that the visit asks again. */
export function prefetch(source: ReadSource): void {
  const key = keyOf(source)
  if (fetchedAhead(key)) return
  const answer = get(source.path, source.params, { quiet: true })
  ahead.set(key, { at: performance.now(), answer })
  answer.catch(() => ahead.delete(key))
}

/** Puts what the boot script fetched ahead where the first drawing finds it; resolves when all that it needs is there. */
export async function adoptPreloaded(): Promise<void> {
  const adopt = async ([key, { answer, isLate, isFile }]: readonly [string, Preloaded]) => {
    const adopted = answer
      .then(isFile ? (file) => file ?? undefined : dataOf, () => undefined)
      .then((data) => data !== undefined && mutateAll(key, data, { revalidate: false }))
    if (!isLate) await adopted
  }
  await Promise.all(preloadedAnswers().map(adopt))
}

/** Not files and the configuration. What no hook reads, such as the menu and dictionaries, comes here without a key. */
const isData = (key: unknown): boolean => typeof key === 'string' && !/^(file:|\/config\/)/.test(key)

/** Reads all data on the screen again; the old data stay visible until the answer is here. Files are not read again. */
export function revalidateAll(): void {
  ahead.clear()
  void mutateAll(isData)
}

/** Drops the data that were read, which another account must not see. What is on the screen is read again. */
export function forgetReads(): void {
  ahead.clear()
  void mutateAll(isData, undefined)
}
