// Shows what a user likes, collects or supports at once: the answer of the server replaces it, a refusal takes it back.
import { useLayoutEffect } from 'react'
import useSWR from 'swr'

/**
 * Returns the state of a reaction, and how to change it. `known` is the state of the item as it was read; it counts
 * again as soon as the item is read anew. Buttons of the same call show the same.
 *
 * @example
 * const { state, react } = useReaction(['/newapi/news/like', { id: '1' }], { liked: false, likeCount: 7 })
 * await react(get('/newapi/news/like', { id: '1' }), { liked: true, likeCount: 8 })
 */
export function useReaction<T extends object>(call: readonly [path: string, params: unknown], known: T) {
  const { data, mutate } = useSWR<T>(call, null)
  const read = JSON.stringify(known)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read anew counts
  useLayoutEffect(() => {
    if (data !== undefined) void mutate(undefined, { revalidate: false })
  }, [read])
  const react = (answer: Promise<T>, expected: T) =>
    mutate(answer, { optimisticData: expected, revalidate: false })
  return { state: data ?? known, react }
}
