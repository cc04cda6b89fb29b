// Stores the comparison sets by the address that compares them: across visits, and the same in all tabs.

import { toStorageKey } from '#portal/core/site.ts'
import { createStore } from '#portal/core/state/store.ts'

export interface ComparisonEntry {
  readonly id: string
  /** Empty until the item was read. */
  readonly title: string
  /** Address within the portal, where items of the kind have pictures. */
  readonly picture?: string
}

export interface CompareSet {
  /** How many the page compares at most. */
  readonly max: number
  readonly items: readonly ComparisonEntry[]
}

export interface CompareSets {
  /** Address of the set that was changed last. */
  readonly last: string
  readonly sets: Readonly<Record<string, CompareSet>>
}

const KEY = toStorageKey('compare')
const NONE: CompareSets = { last: '', sets: {} }
const store = createStore<CompareSets>(restore())

export const useCompareSets = store.use
export const readCompareSets = store.get

function restore(): CompareSets {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return isCompareSets(saved) ? saved : NONE
  } catch {
    return NONE
  }
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
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // Without storage the sets last as long as the page.
  }
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
 * if (currentSession().token === null) forgetCompareSets()
 */
export function forgetCompareSets(): void {
  keepCompareSets(NONE)
}
