// Changes the comparison set, so that each change can be undone.
import { createStore } from '#portal/core/state/store.ts'
import {
  type CompareSets,
  type ComparisonEntry,
  itemsIn,
  keepCompareSets,
  readCompareSets,
  useCompareSets,
} from './comparison-set.ts'

/** More than anybody takes back one by one. */
const MAX_UNDO = 20

interface Past {
  /**
   * The state after the recorded changes: after a change from elsewhere, such as another tab, they cannot be undone.
   */
  readonly reached: CompareSets | null
  /** The states before each of them. */
  readonly earlier: readonly CompareSets[]
}

const past = createStore<Past>({ reached: null, earlier: [] })

export function useCanUndo(): boolean {
  const { reached, earlier } = past.use()
  return useCompareSets() === reached && earlier.length > 0
}

function change(next: CompareSets): void {
  const before = readCompareSets()
  const { reached, earlier } = past.get()
  past.set({ reached: next, earlier: [...(reached === before ? earlier : []), before].slice(-MAX_UNDO) })
  keepCompareSets(next)
}

/** False when the set is full. Adding what is there changes nothing. */
export function addToSet(path: string, max: number, item: ComparisonEntry): boolean {
  const { sets } = readCompareSets()
  const there = itemsIn(readCompareSets(), path)
  if (there.some(({ id }) => id === item.id)) return true
  if (there.length >= max) return false
  change({ last: path, sets: { ...sets, [path]: { max, items: [...there, item] } } })
  return true
}

export function removeFromSet(path: string, id: string): void {
  const { last, sets } = readCompareSets()
  const set = sets[path]
  const items = set?.items.filter((item) => item.id !== id)
  if (!set || !items || items.length === set.items.length) return
  change({ last, sets: { ...sets, [path]: { ...set, items } } })
}

export function clearSet(path: string): void {
  const { last, sets } = readCompareSets()
  const { [path]: cleared, ...others } = sets
  if (cleared) change({ last, sets: others })
}

export function undoChange(): void {
  const { reached, earlier } = past.get()
  const before = earlier.at(-1)
  if (!before || reached !== readCompareSets()) return
  past.set({ reached: before, earlier: earlier.slice(0, -1) })
  keepCompareSets(before)
}
