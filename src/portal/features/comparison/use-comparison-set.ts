// Decides whether the compared items are the saved set: a shared address neither fills nor replaces it.
import { useEffect, useRef } from 'react'
import { type ComparisonEntry, itemsIn, replaceSet, useCompareSets } from './comparison-set.ts'

interface ComparisonSetState {
  /** True if the compared items are those of the saved set. */
  readonly isOwn: boolean
  /** The saved set if it differs from the compared items; empty if they are the same. */
  readonly kept: readonly ComparisonEntry[]
  /** Before the address is changed here: what is put aside follows, where it is what is compared. */
  willChange(): void
  /** Puts aside what is compared, in the place of what was. */
  take(): void
}

/** `compared` are the items of the address, null while it names none; `gone` the ids of what turned out not to be there. */
export function useComparisonSet(
  path: string,
  max: number,
  compared: readonly ComparisonEntry[] | null,
  missingIds: readonly string[],
): ComparisonSetState {
  const kept = itemsIn(useCompareSets(), path)
  const there = kept.filter(({ id }) => !missingIds.includes(id))
  const follows = useRef(false)
  const isOwn = compared !== null && (follows.current || (there.length > 0 && areSame(there, compared)))
  useEffect(() => {
    if (!isOwn) return
    follows.current = false
    replaceSet(path, max, compared)
  }, [isOwn, path, max, compared])
  return {
    isOwn,
    kept: isOwn || compared === null ? [] : there,
    willChange: () => {
      follows.current = isOwn
    },
    take: () => replaceSet(path, max, compared ?? []),
  }
}

function areSame(some: readonly ComparisonEntry[], others: readonly ComparisonEntry[]): boolean {
  return some.length === others.length && some.every(({ id }) => others.some((other) => other.id === id))
}
