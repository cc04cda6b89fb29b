// Keeps in SWR's cache what the whole portal reads: components draw it, and code outside of components asks for it.
import { useSyncExternalStore } from 'react'
import { mutate, preload, SWRConfig } from 'swr'
import { createCacheHelper } from 'swr/_internal'

/** Outside of components too. */
const { cache } = SWRConfig.defaultValue

/** Of what never changes at its address: read once, and again only by whoever sees that it failed. */
export const FIXED = {
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  shouldRetryOnError: false,
} as const

export interface SharedRead<T> {
  /** Undefined until it is there. */
  get(): T | undefined
  /** The value in a component; cells use it, and `useSWR` would cost each of them four times as much. */
  use(): T | undefined
  /** The value before stays until then. Of several loads the last one counts, whichever ends first. */
  load(value: Promise<T> | T | undefined): Promise<void>
}

/**
 * Returns the read of `key` in SWR's cache.
 *
 * @example
 * const menu = sharedRead<readonly MenuNode[]>('/newapi/menu/tree')
 * await menu.load(get('/newapi/menu/tree'))
 * menu.get() // → the nodes
 */
export function sharedRead<T>(key: string): SharedRead<T> {
  const [state, , subscribe] = createCacheHelper<T>(cache, key)
  const get = () => state().data
  const listen = (onChange: () => void) => subscribe(key, onChange)
  return {
    get,
    use: () => useSyncExternalStore(listen, get),
    load: async (value) => void (await mutate<T>(key, value, { revalidate: false })),
  }
}

/** Reads into the cache, once, also ahead of the component that will use it. A failure is forgotten. */
export async function readOnce<T>(key: string, fetch: (key: string) => Promise<T>): Promise<T> {
  const read = sharedRead<T>(key)
  const known = read.get()
  if (known !== undefined) return known
  try {
    const value = await preload(key, fetch)
    await read.load(value)
    return value
  } catch (error) {
    void mutate(key)
    throw error
  }
}
