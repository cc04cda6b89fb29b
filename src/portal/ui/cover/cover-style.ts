// Chooses hue, pattern and icon of a cover: a zone's from its theme, an item's from the portal's covers.
import type { CoverStyle, DictionaryItem } from '#shared/model/content-model.ts'

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
