// Computes the shade of an area from the number of items in it.
import { token } from './design-token.ts'

export interface Shade {
  readonly color: string
  /** Legible on the colour. */
  readonly ink: string
  readonly from: number
  readonly to: number
}

/** The tokens are read anew: the reader may have changed to another look. */
export const emptyShade = (): Pick<Shade, 'color' | 'ink'> => ({
  color: token('shade-0'),
  ink: token('muted'),
})

const readColors = (): readonly (readonly [color: string, ink: string])[] => [
  [token('shade-1'), token('text')],
  [token('shade-2'), token('text')],
  [token('shade-3'), token('shade-3-ink')],
  [token('shade-4'), token('shade-4-ink')],
  [token('shade-5'), token('shade-5-ink')],
]

/** Classes with about as many areas in each, from the palest; none without numbers. */
export function toShades(counts: readonly number[]): Shade[] {
  const sorted = counts.filter((count) => count > 0).sort((a, b) => a - b)
  const distinct = [...new Set(sorted)]
  const colors = readColors()
  const classes = Math.min(colors.length, distinct.length)
  const starts = new Set<number>()
  for (let index = 0; index < classes; index += 1)
    starts.add(sorted[Math.floor((index * sorted.length) / classes)] ?? 0)
  const bounds = [...starts]
  return bounds.map((from, index) => {
    // Few classes are spread over the whole scale, so that the most is always the darkest.
    const place = bounds.length === 1 ? 2 : Math.round((index * (colors.length - 1)) / (bounds.length - 1))
    const [color, ink] = colors[place] ?? ['', '']
    const next = bounds[index + 1]
    const to = next === undefined ? (sorted.at(-1) ?? from) : next - 1
    return { color, ink, from, to }
  })
}

export function shadeOf(shades: readonly Shade[], count: number): Pick<Shade, 'color' | 'ink'> {
  return shades.findLast(({ from }) => count >= from && count > 0) ?? emptyShade()
}
