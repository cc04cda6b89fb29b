// Derives the dark and the soft variant of a portal's primary colour.
import type { Site } from '#shared/model/site.ts'

const BLACK = 0
const WHITE = 255

/** `share` of the colour stays. */
function mix(color: string, other: number, share: number): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const mixed = parts.map((part) => Math.round(part * share + other * (1 - share)))
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}

export function withDerivedColors(colors: Site['colors']): Site['colors'] {
  const { primary } = colors
  if (primary === undefined) return colors
  return { primaryDark: mix(primary, BLACK, 0.75), primarySoft: mix(primary, WHITE, 0.09), ...colors }
}
