// Chooses the variant of a scene for an item: its own, unless an item drawn shortly before has the same one.
import { variantOf } from '#shared/addresses/scene-address.ts'
import { VARIANTS } from '#shared/model/scene-model.ts'

/** So many in a row are all different. */
const APART = VARIANTS / 2
const MAX_CACHED = 3000

/** Of one page view: an item keeps its picture wherever it appears. */
const chosen = new Map<string, number>()
const latest = new Map<string, number[]>()

export function chooseVariant(scene: string, seed: string): number {
  const key = `${scene} ${seed}`
  const known = chosen.get(key)
  if (known !== undefined) return known
  if (chosen.size > MAX_CACHED) chosen.clear()
  const before = latest.get(scene) ?? []
  let variant = variantOf(scene, seed)
  while (before.includes(variant)) variant = (variant + 1) % VARIANTS
  chosen.set(key, variant)
  latest.set(scene, [...before, variant].slice(1 - APART))
  return variant
}
