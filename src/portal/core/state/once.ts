// Loads code once, on demand. What is loaded is there at once, and a failed load is forgotten.
import { useCallback, useEffect, useState } from 'react'

export interface Once<T> {
  /** Undefined until it is loaded. */
  readonly value: T | undefined
  /** Loads it, unless that was done or begun. Rejects if it cannot be had; the next call tries again. */
  load(): Promise<T>
}

export function once<T>(fetch: () => Promise<T>): Once<T> {
  let loading: Promise<T> | undefined
  let value: T | undefined
  const load = (): Promise<T> => {
    loading ??= fetch().then(
      (loaded) => {
        value = loaded
        return loaded
      },
      (error) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return {
    get value() {
      return value
    },
    load,
  }
}

/** Returns the one of each key. */
export function onceEach<K, T>(fetch: (key: K) => Promise<T>): (key: K) => Once<T> {
  const all = new Map<K, Once<T>>()
  return (key) => {
    const known = all.get(key) ?? once(() => fetch(key))
    all.set(key, known)
    return known
  }
}

/**
 * Loads something and renders the component again when it is there; null loads nothing. What is there already is
 * returned in the first rendering: `React.lazy` would show its fallback first, and keep it on the screen for 300 ms.
 */
export function useOnce<T>(source: Once<T> | null) {
  const [ended, setEnded] = useState<{ readonly of: Once<T>; readonly error?: unknown }>()
  const [attempt, setAttempt] = useState(0)
  const value = source?.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    if (!source || value !== undefined) return
    let isCurrent = true
    setEnded(undefined)
    source.load().then(
      () => isCurrent && setEnded({ of: source }),
      (error: unknown) => isCurrent && setEnded({ of: source, error: error ?? new Error() }),
    )
    return () => {
      isCurrent = false
    }
  }, [source, attempt])
  const error = value === undefined && ended?.of === source ? ended?.error : undefined
  return { value, error, retry: useCallback(() => setAttempt((before) => before + 1), []) }
}
