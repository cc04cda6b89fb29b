// Chooses hue, pattern and icon of a cover: a zone's from its theme, an item's from the portal's covers.

import { variantOf } from '#shared/addresses/scene-address.ts'
import type { CoverStyle, DictionaryItem } from '#shared/model/content-model.ts'
import { VARIANTS } from '#shared/model/scene-model.ts'

/** So many in a row are all different. */
const APART = VARIANTS / 2
const MAX_CACHED = 3000

/** Of one page view: an item keeps its picture wherever it appears. */
const chosen = new Map<string, number>()
const latest = new Map<string, number[]>()

/**
 * Chooses the variant of a scene for an item: its own, unless an item drawn shortly before has the same one.
 */
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

const PATTERN_ICONS: Readonly<Record<string, string>> = {
  waves: 'flood',
  peaks: 'forest',
  orbit: 'drone',
  circuit: 'robot',
  signal: 'radio',
  flakes: 'snow',
  blocks: 'enterprise',
  globe: 'globe',
  grid: 'local',
}

/** Of a portal that says nothing of covers. */
const PLAIN: CoverStyle = { color: 'var(--eq-primary)', pattern: 'grid', icon: 'news' }

/** The look of the first known key; a repeatable choice of the usual ones from the seed when none is known. */
export function findCoverStyle(
  covers: readonly DictionaryItem[],
  keys: readonly unknown[],
  seed: string,
): CoverStyle {
  for (const key of keys) {
    const look = typeof key === 'string' ? covers.find(({ value }) => value === key)?.look : undefined
    if (look) return look
  }
  const usual = covers.flatMap(({ look }) => (look?.usual ? [look] : []))
  const sum = [...seed].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0)
  return usual[sum % usual.length] ?? PLAIN
}

/** The look of a zone by its own theme. */
export function toThemeCoverStyle(
  color: string,
  pattern: string,
  scene?: string,
  variant?: number,
): CoverStyle {
  return {
    color,
    pattern,
    icon: PATTERN_ICONS[pattern] ?? 'zone',
    ...(scene ? { scenes: [scene] } : {}),
    ...(variant === undefined ? {} : { variant }),
  }
}
