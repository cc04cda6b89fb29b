// Records the changes of the comparison set as patches, so that each can be undone.
import { applyPatches, type Draft, enablePatches, type Patch, produceWithPatches } from 'immer'
import { createStore } from '#portal/core/state/store.ts'
import {
  type CompareSets,
  type ComparisonEntry,
  itemsIn,
  keepCompareSets,
  readCompareSets,
  useCompareSets,
} from './comparison-set.ts'

enablePatches()

type Recipe = (sets: Draft<CompareSets>) => void

/** More than anybody takes back one by one. */
const MAX_UNDO = 20

interface Past {
  /**
   * The state after the recorded changes: after a change from elsewhere, such as another tab, they cannot be undone.
   */
  readonly reached: CompareSets | null
  readonly inverses: readonly (readonly Patch[])[]
}

const past = createStore<Past>({ reached: null, inverses: [] })

export function useCanUndo(): boolean {
  const { reached, inverses } = past.use()
  return useCompareSets() === reached && inverses.length > 0
}

function change(recipe: Recipe): void {
  const before = readCompareSets()
  const [next, patches, inverse] = produceWithPatches(before, recipe)
  if (patches.length === 0) return
  const { reached, inverses } = past.get()
  const earlier = reached === before ? inverses : []
  past.set({ reached: next, inverses: [...earlier.slice(1 - MAX_UNDO), inverse] })
  keepCompareSets(next)
}

/** False when the set is full. Adding what is there changes nothing. */
export function addToSet(path: string, max: number, item: ComparisonEntry): boolean {
  const there = itemsIn(readCompareSets(), path)
  if (there.some(({ id }) => id === item.id)) return true
  if (there.length >= max) return false
  change((sets) => {
    sets.last = path
    sets.sets[path] = { max, items: [...there, item] }
  })
  return true
}

export function removeFromSet(path: string, id: string): void {
  change((sets) => {
    const items = sets.sets[path]?.items ?? []
    const at = items.findIndex((item) => item.id === id)
    if (at >= 0) items.splice(at, 1)
  })
}

export function clearSet(path: string): void {
  change((sets) => {
    delete sets.sets[path]
  })
}

export function undoChange(): void {
  const { reached, inverses } = past.get()
  const inverse = inverses.at(-1)
  if (!inverse || reached !== readCompareSets()) return
  const next = applyPatches(reached, inverse as Patch[])
  past.set({ reached: next, inverses: inverses.slice(0, -1) })
  keepCompareSets(next)
}
