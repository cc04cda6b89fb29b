// Stores the comparison sets by the address that compares them: across visits, and the same in all tabs.

import { useEffect, useRef } from 'react'
import { toStorageKey } from '#portal/core/site.ts'
import { readStored, storeJson } from '#portal/core/state/browser-storage.ts'
import { createStore } from '#portal/core/state/store.ts'

/** `compared` are the items of the address, null while it names none; `gone` the ids of what turned out not to be there. */
export function useComparisonSet(
  path: string,
  max: number,
  compared: readonly ComparisonEntry[] | null,
  missingIds: readonly string[],
) {
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
    /** True if the compared items are those of the saved set. */
    isOwn,
    /** The saved set if it differs from the compared items; empty if they are the same. */
    kept: isOwn || compared === null ? [] : there,
    /** Before the address is changed here: what is put aside follows, where it is what is compared. */
    willChange: () => {
      follows.current = isOwn
    },
    /** Puts aside what is compared, in the place of what was. */
    take: () => replaceSet(path, max, compared ?? []),
  }
}

function areSame(some: readonly ComparisonEntry[], others: readonly ComparisonEntry[]): boolean {
  return some.length === others.length && some.every(({ id }) => others.some((other) => other.id === id))
}

export interface ComparisonEntry {
  readonly id: string
  /** Empty until the item was read. */
  readonly title: string
  /** Address within the portal, where items of the kind have pictures. */
  readonly picture?: string
}

interface CompareSet {
  /** How many the page compares at most. */
  readonly max: number
  readonly items: readonly ComparisonEntry[]
}

export interface CompareSets {
  /** Address of the set that was changed last. */
  readonly last: string
  readonly sets: Readonly<Record<string, CompareSet>>
}

const NAME = 'compare'
const KEY = toStorageKey(NAME)
const NONE: CompareSets = { last: '', sets: {} }
const store = createStore<CompareSets>(restore())

export const useCompareSets = store.use
export const readCompareSets = store.get

function restore(): CompareSets {
  return readStored('local', NAME, (saved) => (isCompareSets(saved) ? saved : NONE), NONE)
}

/** Returns true if the stored value is valid; an earlier version or other code may have left anything there. */
function isCompareSets(saved: unknown): saved is CompareSets {
  const { last, sets } = (saved ?? {}) as Partial<CompareSets>
  const isItem = ({ id, title, picture = '/' }: Partial<ComparisonEntry>) =>
    typeof id === 'string' && typeof title === 'string' && typeof picture === 'string' && picture[0] === '/'
  return (
    typeof last === 'string' &&
    Object.values(sets ?? {}).every(
      ({ max, items }) => typeof max === 'number' && Array.isArray(items) && items.every(isItem),
    )
  )
}

export function keepCompareSets(next: CompareSets): void {
  if (next === store.get()) return
  store.set(next)
  storeJson('local', NAME, next)
}

/** Another tab changed them. */
export function watchCompareSets(): () => void {
  const take = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) store.set(restore())
  }
  window.addEventListener('storage', take)
  return () => window.removeEventListener('storage', take)
}

export function itemsIn(sets: CompareSets, path: string): readonly ComparisonEntry[] {
  return sets.sets[path]?.items ?? []
}

/** The set that the address of a comparison names; titles that are known stay. */
export function replaceSet(path: string, max: number, items: readonly ComparisonEntry[]): void {
  const { sets, last } = store.get()
  const known = new Map(itemsIn(store.get(), path).map((item) => [item.id, item]))
  const named = items.map(({ id, title, picture = known.get(id)?.picture }) => ({
    id,
    title: title || (known.get(id)?.title ?? ''),
    ...(picture ? { picture } : {}),
  }))
  const isSame =
    named.length === known.size &&
    named.every(({ id, title, picture }, index) => {
      const there = itemsIn(store.get(), path)[index]
      return there?.id === id && there.title === title && there.picture === picture
    })
  if (isSame) return
  keepCompareSets({ last: named.length ? path : last, sets: { ...sets, [path]: { max, items: named } } })
}

/**
 * Removes all comparison sets from this browser. It is called on sign-out, so that the next user of the device
 * starts with none.
 *
 * @example
 * if (currentSession().id === null) forgetCompareSets()
 */
export function forgetCompareSets(): void {
  keepCompareSets(NONE)
}
