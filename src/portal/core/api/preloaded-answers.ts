// Provides the answers that the boot script began to fetch while the code was still loading.

export interface Preloaded {
  /** Milliseconds since the page began, as `performance.now()`. */
  readonly at: number
  readonly answer: Promise<unknown>
  /** The first drawing does not wait for it. */
  readonly isLate?: boolean
  /** A file of the configuration that components read; it has no envelope. */
  readonly isFile?: boolean
}

declare global {
  interface Window {
    __equipnetPreload?: Map<string, Preloaded>
  }
}

/** Returns the answers that have not been used yet, by the key of their request. */
export const preloadedAnswers = (): readonly (readonly [key: string, Preloaded])[] => [
  ...(window.__equipnetPreload ?? []),
]

const MAX_AGE = 5_000

/** Takes what was fetched ahead for `key`, once; undefined when there is nothing or it is too old. */
export function takePreloaded(key: string): Promise<unknown> | undefined {
  const preloaded = window.__equipnetPreload?.get(key)
  if (!preloaded) return undefined
  window.__equipnetPreload?.delete(key)
  return performance.now() - preloaded.at < MAX_AGE ? preloaded.answer : undefined
}
