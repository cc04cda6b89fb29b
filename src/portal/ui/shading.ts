// Owns how dark an area is drawn for the number of items in it.

export interface Shade {
  readonly color: string
  /** Legible on the colour. */
  readonly ink: string
  readonly from: number
  readonly to: number
}

export const EMPTY_SHADE = { color: '#f4f6f9', ink: '#5b6470' } as const

const COLORS: readonly (readonly [color: string, ink: string])[] = [
  ['#e3edf9', '#33393f'],
  ['#c3d9f1', '#33393f'],
  ['#97bce6', '#1f2329'],
  ['#679ad6', '#10141a'],
  ['#3a76bf', '#ffffff'],
]

/** Classes with about as many areas in each, from the palest; none without numbers. */
export function toShades(counts: readonly number[]): Shade[] {
  const sorted = counts.filter((count) => count > 0).sort((a, b) => a - b)
  const distinct = [...new Set(sorted)]
  const classes = Math.min(COLORS.length, distinct.length)
  const starts = new Set<number>()
  for (let index = 0; index < classes; index += 1)
    starts.add(sorted[Math.floor((index * sorted.length) / classes)] ?? 0)
  const bounds = [...starts]
  return bounds.map((from, index) => {
    // Few classes are spread over the whole scale, so that the most is always the darkest.
    const place = bounds.length === 1 ? 2 : Math.round((index * (COLORS.length - 1)) / (bounds.length - 1))
    const [color, ink] = COLORS[place] ?? ['', '']
    const next = bounds[index + 1]
    const to = next === undefined ? (sorted.at(-1) ?? from) : next - 1
    return { color, ink, from, to }
  })
}

export function shadeOf(shades: readonly Shade[], count: number): Pick<Shade, 'color' | 'ink'> {
  return shades.findLast(({ from }) => count >= from && count > 0) ?? EMPTY_SHADE
}
