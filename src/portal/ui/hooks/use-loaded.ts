// Loads something into a component, and again when what it depends on changes.
import { useCallback, useEffect, useState } from 'react'

interface Loaded<T> {
  /** Undefined until it is there. */
  readonly value?: T
  /** Why the last attempt failed. */
  readonly error?: unknown
}

const NOTHING: Loaded<never> = {}

/**
 * Calls `load` again whenever an entry of `of` changes; the answer to an earlier call is dropped. `dispose` gets each
 * value that is no longer needed, also one that arrives too late.
 */
export function useLoaded<T>(
  load: () => Promise<T>,
  of: readonly unknown[],
  dispose?: (value: T) => void,
): Loaded<T> & { retry(): void } {
  const [loaded, setLoaded] = useState<Loaded<T>>(NOTHING)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what the call depends on
  useEffect(() => {
    let isCurrent = true
    setLoaded(NOTHING)
    const loading = load()
    loading.then(
      (value) => isCurrent && setLoaded({ value }),
      (error: unknown) => isCurrent && setLoaded({ error: error ?? new Error() }),
    )
    return () => {
      isCurrent = false
      if (dispose) loading.then(dispose, () => undefined)
    }
  }, [...of, attempt])
  return { ...loaded, retry: useCallback(() => setAttempt((before) => before + 1), []) }
}
