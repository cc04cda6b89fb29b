// Owns which hue, pattern and icon a category's cover has.

export interface CoverLook {
  readonly color: string
  readonly pattern: string
  readonly icon: string
}

const look = (color: string, pattern: string, icon: string): CoverLook => ({ color, pattern, icon })

/** By equipment category, news topic, zone and content type. White text on every colour has at least 4.5:1. */
const LOOKS: Readonly<Record<string, CoverLook>> = {
  C01: look('#4A3F9F', 'signal', 'radar'),
  C02: look('#6A1B9A', 'signal', 'radio'),
  C03: look('#8A5A00', 'blocks', 'truck'),
  C04: look('#1565C0', 'waves', 'flood'),
  C05: look('#B3261E', 'peaks', 'fire'),
  C06: look('#2E7D32', 'peaks', 'forest'),
  C07: look('#7A4B2A', 'grid', 'tool'),
  C08: look('#00677D', 'circuit', 'robot'),
  C09: look('#A4481B', 'blocks', 'helmet'),
  C10: look('#AD1457', 'grid', 'medical'),
  T01: look('#0B4EA2', 'blocks', 'notice'),
  T02: look('#8B1A1A', 'grid', 'book'),
  T03: look('#00677D', 'circuit', 'tool'),
  T04: look('#455A64', 'blocks', 'enterprise'),
  T05: look('#B3401B', 'peaks', 'shield'),
  T06: look('#4A3F9F', 'circuit', 'scheme'),
  T07: look('#283593', 'globe', 'globe'),
  T08: look('#2E7D32', 'grid', 'local'),
  T09: look('#6B4E00', 'signal', 'bell'),
  T10: look('#9C2A10', 'waves', 'warning'),
  flood: look('#1565C0', 'waves', 'flood'),
  forest: look('#2E7D32', 'peaks', 'forest'),
  drone: look('#0277BD', 'orbit', 'drone'),
  robot: look('#455A64', 'circuit', 'robot'),
  radio: look('#6A1B9A', 'signal', 'radio'),
  'rain-snow': look('#00747A', 'flakes', 'snow'),
  rainSnow: look('#00747A', 'flakes', 'snow'),
  central: look('#B71C1C', 'blocks', 'enterprise'),
  international: look('#283593', 'globe', 'globe'),
  local: look('#B24A00', 'grid', 'local'),
  news: look('#0B4EA2', 'grid', 'news'),
  bidding: look('#1F5F8B', 'blocks', 'bidding'),
  demand: look('#0B6E4F', 'orbit', 'demand'),
  encyclopedia: look('#5A3E8E', 'grid', 'book'),
  floodNotice: look('#1565C0', 'waves', 'notice'),
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

const FALLBACKS = ['news', 'T04', 'T06', 'T03', 'C07', 'C01'] as const

/** The look of the first known key; a repeatable choice from the seed when none is known. */
export function coverLook(keys: readonly unknown[], seed: string): CoverLook {
  for (const key of keys)
    if (typeof key === 'string' && Object.hasOwn(LOOKS, key)) return LOOKS[key] as CoverLook
  const sum = [...seed].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0)
  return LOOKS[FALLBACKS[sum % FALLBACKS.length] ?? 'news'] as CoverLook
}

/** The look of a zone by its own theme. */
export function themeLook(color: string, pattern: string): CoverLook {
  return { color, pattern, icon: PATTERN_ICONS[pattern] ?? 'zone' }
}
