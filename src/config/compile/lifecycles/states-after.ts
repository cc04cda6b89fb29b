// Finds the states that items can reach from given states of a lifecycle.
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'

/** The states themselves, and those that items come to from them. */
export function statesAfter({ transitions }: Lifecycle, begin: readonly string[]): ReadonlySet<string> {
  const reached = new Set(begin)
  for (let grew = true; grew; ) {
    grew = false
    for (const { from, to } of transitions)
      if (!reached.has(to) && from.some((state) => reached.has(state))) {
        reached.add(to)
        grew = true
      }
  }
  return reached
}
